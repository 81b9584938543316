//! One request and its answer on one stream. Each side is read only as fast as the other takes it.

use http_body_util::BodyExt;
use hyper::Request;
use tokio::io::BufReader;
use tokio::time::timeout;
use wtransport::error::StreamWriteError;
use wtransport::{RecvStream, SendStream, VarInt};

use crate::head::{RequestHead, response_head};
use crate::limits::{HEAD_TIME, PIECE_BYTES};
use crate::refusal::Refusal;
use crate::stream_body::StreamBody;
use crate::upstream::{Body, Upstream, is_of_server};

/// Why a stream was reset: the answer broke off.
const BROKEN_OFF: VarInt = VarInt::from_u32(1);

/// Answers the request of a stream. A client that stops reading, or resets its side, ends the request at the
/// server.
pub async fn exchange(mut send: SendStream, recv: RecvStream, upstream: &Upstream, max_body_bytes: u64) {
    let _ = match request_of(recv, max_body_bytes).await {
        Ok((request, head)) => forward(&mut send, request, head, upstream).await,
        Err(refusal) => refuse(&mut send, &refusal).await,
    };
}

async fn request_of(
    mut recv: RecvStream,
    max_body_bytes: u64,
) -> Result<(Request<Body>, RequestHead), Refusal> {
    let head = timeout(HEAD_TIME, RequestHead::read(&mut recv))
        .await
        .unwrap_or(Err(Refusal::malformed("the head took longer than 10 s")))?;
    if head.body_bytes > max_body_bytes {
        return Err(Refusal::too_large("the body is longer than the gateway takes"));
    }
    let capacity = usize::try_from(head.body_bytes).unwrap_or(usize::MAX).clamp(1, PIECE_BYTES);
    let body = StreamBody::new(BufReader::with_capacity(capacity, recv), head.body_bytes);
    Ok((Request::new(body.boxed_unsync()), head))
}

async fn forward(
    send: &mut SendStream,
    mut request: Request<Body>,
    head: RequestHead,
    upstream: &Upstream,
) -> Result<(), StreamWriteError> {
    *request.method_mut() = head.method;
    *request.headers_mut() = head.headers;
    let answered = tokio::select! {
        biased;
        answered = upstream.forward(request, head.path, "webtransport") => answered,
        stopped = send.stopped() => return Err(stopped),
    };
    let response = match answered {
        Ok(response) => response,
        Err(error) if is_of_server(&error) => {
            eprintln!("gateway: the server does not answer: {error}");
            return refuse(send, &Refusal::no_server()).await;
        }
        Err(_) => return refuse(send, &Refusal::malformed("the body is not as its head says")).await,
    };
    let (parts, mut body) = response.into_parts();
    send.write_all(&response_head(parts.status, &parts.headers)).await?;
    loop {
        let frame = tokio::select! {
            biased;
            frame = body.frame() => frame,
            stopped = send.stopped() => return Err(stopped),
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
            None => return send.finish().await,
        }
    }
}

async fn refuse(send: &mut SendStream, refusal: &Refusal) -> Result<(), StreamWriteError> {
    send.write_all(&response_head(refusal.status, &Refusal::headers())).await?;
    send.write_all(refusal.body().as_bytes()).await?;
    send.finish().await
}
