//! One request and its answer on one stream. Each side is read only as fast as the other takes it.

use std::future::pending;

use http_body_util::{BodyExt, Empty};
use hyper::Request;
use hyper::header::{CONTENT_LENGTH, HOST, HeaderValue};
use tokio::time::timeout;
use web_transport_quinn::{RecvStream, SendStream, WriteError};

use crate::head::{RequestHead, response_head};
use crate::limits::HEAD_TIME;
use crate::refusal::{LONG_BODY, Refusal};
use crate::stream_body::stream_body;
use crate::upstream::{Peer, Upstream, is_of_server};

/// Why a stream was reset: the answer broke off.
const BROKEN_OFF: u32 = 1;
const BROKEN_BODY: Refusal = Refusal::malformed("the body broke off, or is not as its head says");

/// What all requests of a session have in common.
pub struct Asking {
    pub peer: Peer,
    /// The name by which the page reached the session. The server refuses those that are not its own.
    pub host: HeaderValue,
}

/// Answers the request of a stream. A client that stops reading, or resets its side within the body, ends the
/// request at the server.
pub async fn exchange(
    mut send: SendStream,
    mut recv: RecvStream,
    asking: &Asking,
    upstream: &Upstream,
    max_body_bytes: u64,
) {
    let _ = match head_of(&mut recv, max_body_bytes).await {
        Ok(head) => forward(&mut send, recv, head, asking, upstream).await,
        Err(refusal) => refuse(&mut send, &refusal).await,
    };
}

async fn head_of(recv: &mut RecvStream, max_body_bytes: u64) -> Result<RequestHead, Refusal> {
    let head = timeout(HEAD_TIME, RequestHead::read(recv))
        .await
        .unwrap_or(Err(Refusal::malformed("the head took longer than the gateway waits")))?;
    if head.body_bytes > max_body_bytes {
        return Err(LONG_BODY);
    }
    Ok(head)
}

async fn forward(
    send: &mut SendStream,
    recv: RecvStream,
    head: RequestHead,
    asking: &Asking,
    upstream: &Upstream,
) -> Result<(), WriteError> {
    let (body, bodiless) = match head.body_bytes {
        0 => (Empty::new().map_err(|never| match never {}).boxed_unsync(), Some(recv)),
        length => (stream_body(recv, length), None),
    };
    let mut request = Request::new(body);
    *request.method_mut() = head.method;
    *request.headers_mut() = head.headers;
    request.headers_mut().insert(CONTENT_LENGTH, head.body_bytes.into());
    request.headers_mut().insert(HOST, asking.host.clone());
    let answered = tokio::select! {
        biased;
        () = brings_a_body(bodiless) => return refuse(send, &BROKEN_BODY).await,
        answered = upstream.forward(request, head.path, asking.peer) => answered,
        _ = send.stopped() => return Ok(()),
    };
    let response = match answered {
        Ok(response) => response,
        Err(error) if is_of_server(&error) => {
            eprintln!("gateway: the server does not answer: {error}");
            return refuse(send, &Refusal::no_server()).await;
        }
        Err(_) => return refuse(send, &BROKEN_BODY).await,
    };
    let (parts, mut body) = response.into_parts();
    send.write_all(&response_head(parts.status, &parts.headers)).await?;
    loop {
        let frame = tokio::select! {
            biased;
            frame = body.frame() => frame,
            _ = send.stopped() => return Ok(()),
        };
        match frame {
            Some(Ok(frame)) => {
                let Ok(data) = frame.into_data() else { continue };
                send.write_all(&data).await?;
            }
            Some(Err(_)) => {
                let _ = send.reset(BROKEN_OFF);
                return Ok(());
            }
            None => {
                let _ = send.finish();
                return Ok(());
            }
        }
    }
}

/// Ends when a stream whose head announced no body brings one before the answer. The request does not wait for
/// the stream's end (`stream_body`).
async fn brings_a_body(bodiless: Option<RecvStream>) {
    if let Some(mut recv) = bodiless
        && let Ok(Some(_)) = recv.read(&mut [0]).await
    {
        return;
    }
    pending().await
}

async fn refuse(send: &mut SendStream, refusal: &Refusal) -> Result<(), WriteError> {
    send.write_all(&response_head(refusal.status, &Refusal::headers())).await?;
    send.write_all(refusal.body().as_bytes()).await?;
    let _ = send.finish();
    Ok(())
}
