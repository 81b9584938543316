//! WebTransport sessions, by UDP.

use std::net::SocketAddr;
use std::sync::Arc;

use socket2::{Domain, Socket, Type};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use wtransport::endpoint::endpoint_side::Server;
use wtransport::endpoint::{IncomingSession, SessionRequest};
use wtransport::quinn::TransportConfig;
use wtransport::{Connection, Endpoint, Identity, ServerConfig};

use crate::exchange::exchange;
use crate::limits::{
    HEAD_TIME, IDLE_TIME, REQUESTS, SESSIONS, SOCKET_BYTES, STREAMS, UNI_STREAMS, UNREAD_BYTES,
};
use crate::upstream::Upstream;

/// The one address of sessions.
const PATH: &str = "/webtransport";

/// Listens. Congestion control, initial window, pacing and send buffer are quinn's own.
pub fn listen(address: SocketAddr, identity: Identity) -> std::io::Result<Endpoint<Server>> {
    let mut transport = TransportConfig::default();
    transport
        .max_concurrent_bidi_streams(STREAMS.into())
        .max_concurrent_uni_streams(UNI_STREAMS.into())
        .receive_window(UNREAD_BYTES.into())
        .max_idle_timeout(Some(IDLE_TIME.try_into().expect("it fits into 62 bits")));
    let socket = Socket::new(Domain::for_address(address), Type::DGRAM, None)?;
    socket.set_recv_buffer_size(SOCKET_BYTES)?;
    socket.set_send_buffer_size(SOCKET_BYTES)?;
    socket.bind(&address.into())?;
    Endpoint::server(
        ServerConfig::builder()
            .with_bind_socket(socket.into())
            .with_custom_transport(identity, transport)
            .build(),
    )
}

/// Takes sessions until the process ends.
pub async fn serve(endpoint: &Endpoint<Server>, upstream: Upstream, max_body_bytes: u64) {
    let room = Arc::new(Semaphore::new(SESSIONS));
    let requests = Arc::new(Semaphore::new(REQUESTS));
    loop {
        let incoming = endpoint.accept().await;
        let Ok(place) = room.clone().try_acquire_owned() else {
            eprintln!("gateway: refused a session: there are {SESSIONS}");
            incoming.refuse();
            continue;
        };
        let (upstream, requests) = (upstream.clone(), requests.clone());
        tokio::spawn(async move {
            serve_session(incoming, upstream, max_body_bytes, requests).await;
            drop(place);
        });
    }
}

async fn serve_session(
    incoming: IncomingSession,
    upstream: Upstream,
    max_body_bytes: u64,
    requests: Arc<Semaphore>,
) {
    let Ok(Some(session)) = timeout(HEAD_TIME, accepted(incoming)).await else { return };
    while let Ok((send, recv)) = session.accept_bi().await {
        let (upstream, requests) = (upstream.clone(), requests.clone());
        tokio::spawn(async move {
            let _place = requests.acquire().await.expect("it is never closed");
            exchange(send, recv, &upstream, max_body_bytes).await;
        });
    }
}

/// The session, or none for a handshake that fails and a request that is refused.
async fn accepted(incoming: IncomingSession) -> Option<Connection> {
    let request = incoming.await.ok()?;
    if request.path() != PATH {
        request.not_found().await;
        return None;
    }
    if !is_of_own_page(&request) {
        request.forbidden().await;
        return None;
    }
    request.accept().await.ok()
}

/// A page of another site must not use a visitor's access to this one.
fn is_of_own_page(request: &SessionRequest) -> bool {
    request.origin() == Some(&format!("https://{}", request.authority()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use wtransport::endpoint::ConnectOptions;
    use wtransport::{ClientConfig, Identity};

    /// Whether a session of this path, from a page of this origin, comes up. `%` is the gateway's own address.
    async fn comes_up(path: &str, origin: &str) -> bool {
        let identity = Identity::self_signed(["localhost"]).unwrap();
        let hash = identity.certificate_chain().as_slice()[0].hash();
        let endpoint = listen("127.0.0.1:0".parse().unwrap(), identity).unwrap();
        let address = endpoint.local_addr().unwrap().to_string();
        let upstream = Upstream::new(Path::new("/nonexistent"));
        tokio::spawn(async move { serve(&endpoint, upstream, 1).await });
        let config = ClientConfig::builder()
            .with_bind_address("127.0.0.1:0".parse().unwrap())
            .with_server_certificate_hashes([hash])
            .build();
        let client = Endpoint::client(config).unwrap();
        let request = ConnectOptions::builder(format!("https://{address}{path}"))
            .add_header("origin", origin.replace('%', &address))
            .build();
        client.connect(request).await.is_ok()
    }

    #[tokio::test]
    async fn only_the_own_page_gets_a_session() {
        assert!(comes_up("/webtransport", "https://%").await);
        assert!(!comes_up("/elsewhere", "https://%").await);
        assert!(!comes_up("/webtransport", "https://evil.example").await);
        assert!(!comes_up("/webtransport", "http://%").await);
        assert!(!comes_up("/webtransport", "null").await);
    }
}
