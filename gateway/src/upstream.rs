//! The server behind the gateway: HTTP/1.1 over a Unix socket.

use std::error::Error;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use http_body_util::combinators::UnsyncBoxBody;
use hyper::body::{Body as _, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::uri::{PathAndQuery, Uri};
use hyper::{Request, Response, Version};
use hyper_util::client::legacy::{Client, Error as ClientError};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::net::UnixStream;
use tokio::time::sleep;
use tower::util::BoxCloneSyncService;
use tower_http::timeout::TimeoutBody;

use crate::limits::{ANSWER_BYTES, BODY_TIME, QUEUE_PAUSE};

pub type BoxError = Box<dyn Error + Send + Sync>;
pub type Body = UnsyncBoxBody<Bytes, BoxError>;
type Connector = BoxCloneSyncService<Uri, TokioIo<UnixStream>, std::io::Error>;

/// By which the server learns what the client spoke, and which of its connections are one client's. It believes
/// them, so that clients must not set them.
const CLIENT_PROTOCOL: HeaderName = HeaderName::from_static("holbench-client-protocol");
const CLIENT: HeaderName = HeaderName::from_static("holbench-client");

/// RFC 9110, section 7.6.1: of one connection, and not passed on.
const HOP_BY_HOP: [HeaderName; 7] = [
    header::CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// Who asks the gateway.
#[derive(Clone, Copy)]
pub struct Peer {
    pub protocol: &'static str,
    /// Of its connection, from which it has uploads of its own.
    pub address: SocketAddr,
}

/// Requests to the server, over connections that are used again.
#[derive(Clone)]
pub struct Upstream {
    client: Client<Connector, Body>,
}

impl Upstream {
    pub fn new(socket: &Path) -> Self {
        let socket: Arc<Path> = socket.into();
        let connector = tower::service_fn(move |_: Uri| {
            let socket = socket.clone();
            async move { connect(&socket).await.map(TokioIo::new) }
        });
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            // Less than the server's own, 600 s: else a request could meet a connection that ends.
            .pool_idle_timeout(Duration::from_secs(60))
            .http1_max_buf_size(ANSWER_BYTES)
            .build(Connector::new(connector));
        Self { client }
    }

    /// Passes a request on. Dropping the future, or the body of the answer, ends the request at the server. So
    /// does a client that pauses within the body.
    pub async fn forward(
        &self,
        request: Request<Body>,
        path: PathAndQuery,
        peer: Peer,
    ) -> Result<Response<Incoming>, ClientError> {
        // Within a timeout, no body is one of unknown length.
        let mut request = request.map(|body| {
            if body.is_end_stream() { body } else { TimeoutBody::new(BODY_TIME, body).boxed_unsync() }
        });
        *request.uri_mut() = Uri::builder()
            .scheme("http")
            .authority("localhost")
            .path_and_query(path)
            .build()
            .expect("a valid path makes a valid address");
        *request.version_mut() = Version::HTTP_11;
        remove_hop_by_hop(request.headers_mut());
        let headers = request.headers_mut();
        headers.insert(CLIENT_PROTOCOL, HeaderValue::from_static(peer.protocol));
        let address = peer.address.to_string();
        headers.insert(CLIENT, HeaderValue::from_str(&address).expect("an address is ASCII"));
        let mut response = self.client.request(request).await?;
        remove_hop_by_hop(response.headers_mut());
        Ok(response)
    }
}

/// Waits where more connections wait to be accepted than the server's queue holds: over TCP, the kernel would.
async fn connect(socket: &Path) -> std::io::Result<UnixStream> {
    loop {
        match UnixStream::connect(socket).await {
            Err(error) if error.kind() == ErrorKind::WouldBlock => sleep(QUEUE_PAUSE).await,
            connected => return connected,
        }
    }
}

/// What kept a request from being answered, if it is not the client's fault: its body broke, or was too long.
pub fn is_of_server(error: &ClientError) -> bool {
    error.is_connect()
        || !error
            .source()
            .and_then(|source| source.downcast_ref::<hyper::Error>())
            .is_some_and(hyper::Error::is_user)
}

fn remove_hop_by_hop(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|names| names.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in HOP_BY_HOP.iter().chain(&named) {
        headers.remove(name);
    }
}
