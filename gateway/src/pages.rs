//! The page and the health page, by TCP: TLS 1.3 and HTTP/1.1, passed on as they come.

use std::convert::Infallible;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body as _, Incoming};
use hyper::header::HeaderValue;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use rustls::ServerConfig;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use crate::limits::{CONNECTIONS, HEAD_BYTES, HEAD_TIME};
use crate::refusal::{LONG_BODY, Refusal};
use crate::upstream::{Body, Peer, Upstream, is_of_server};

/// After a failure to accept, such as for too many open files.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Clone)]
pub struct Pages {
    upstream: Upstream,
    max_body_bytes: usize,
    /// Names the certificate of WebTransport to the page. Of the answer to its own navigation, a page can read
    /// no other header; anything else would be one round trip more.
    server_timing: HeaderValue,
}

impl Pages {
    pub fn new(certificate_hash: &str, upstream: Upstream, max_body_bytes: u64) -> Self {
        let server_timing = format!("certificate;desc=\"{certificate_hash}\"");
        Self {
            upstream,
            max_body_bytes: usize::try_from(max_body_bytes).unwrap_or(usize::MAX),
            server_timing: HeaderValue::from_str(&server_timing).expect("hexadecimal is valid"),
        }
    }

    /// Takes connections until it is dropped. Those open then are `open`'s to end.
    pub async fn serve(self, listener: TcpListener, tls: ServerConfig, open: &GracefulShutdown) {
        let acceptor = TlsAcceptor::from(Arc::new(tls));
        let room = Arc::new(Semaphore::new(CONNECTIONS));
        loop {
            // More wait in the kernel's queue.
            let place = room.clone().acquire_owned().await.expect("it is never closed");
            let (tcp, address) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    eprintln!("gateway: cannot accept a connection: {error}");
                    sleep(PAUSE).await;
                    continue;
                }
            };
            let (pages, acceptor, watcher) = (self.clone(), acceptor.clone(), open.watcher());
            tokio::spawn(async move {
                pages.serve_connection(tcp, address, acceptor, watcher).await;
                drop(place);
            });
        }
    }

    /// What breaks HTTP or TLS ends the connection.
    async fn serve_connection(
        self,
        tcp: TcpStream,
        address: SocketAddr,
        acceptor: TlsAcceptor,
        watcher: Watcher,
    ) {
        let _ = tcp.set_nodelay(true);
        let Ok(Ok(tls)) = timeout(HEAD_TIME, acceptor.accept(tcp)).await else { return };
        let peer = Peer { protocol: "HTTP/1.1", address };
        let service = service_fn(move |request| {
            let pages = self.clone();
            async move { Ok::<_, Infallible>(pages.answer(request, peer).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(tls), service);
        let _ = watcher.watch(connection).await;
    }

    async fn answer(&self, request: Request<Incoming>, peer: Peer) -> Response<Body> {
        let Some(path) = request.uri().path_and_query().cloned() else {
            return refused(&Refusal::malformed("the request has no path"));
        };
        // Before a client that asks whether to send it (Expect) is told to.
        if request.body().size_hint().lower() > self.max_body_bytes as u64 {
            return refused(&LONG_BODY);
        }
        let request = request.map(|body| Limited::new(body, self.max_body_bytes).boxed_unsync());
        match self.upstream.forward(request, path, peer).await {
            Ok(response) => {
                let mut response = response.map(|body| body.map_err(Into::into).boxed_unsync());
                response.headers_mut().insert("server-timing", self.server_timing.clone());
                response
            }
            Err(error) if is_of_server(&error) => {
                eprintln!("gateway: the server does not answer: {error}");
                refused(&Refusal::no_server())
            }
            Err(error) if has_cause::<LengthLimitError>(&error) => refused(&LONG_BODY),
            Err(_) => refused(&Refusal::malformed("the body broke off")),
        }
    }
}

fn has_cause<Cause: Error + 'static>(error: &(dyn Error + 'static)) -> bool {
    error.is::<Cause>() || error.source().is_some_and(has_cause::<Cause>)
}

fn refused(refusal: &Refusal) -> Response<Body> {
    let body = Full::from(refusal.body()).map_err(|never| match never {});
    let mut response = Response::new(body.boxed_unsync());
    *response.status_mut() = refusal.status;
    *response.headers_mut() = Refusal::headers();
    response
}
