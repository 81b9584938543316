//! WebTransport sessions, by UDP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hyper::StatusCode;
use hyper::header::{HeaderValue, ORIGIN};
use socket2::{Domain, Socket, Type};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use web_transport_quinn::quinn::crypto::rustls::QuicServerConfig;
use web_transport_quinn::quinn::{
    Endpoint, EndpointConfig, Incoming, ServerConfig, TokioRuntime, TransportConfig,
};
use web_transport_quinn::{Request, Session};

use crate::crowd::Crowd;
use crate::exchange::{Asking, exchange};
use crate::limits::{
    HEAD_TIME, IDLE_TIME, SESSIONS, SESSIONS_WITHOUT_PROOF, SOCKET_BYTES, STREAMS, UNI_STREAMS,
    UNREAD_BYTES_OF_ONE,
};
use crate::upstream::{Peer, Upstream};

/// The one address of sessions.
const PATH: &str = "/webtransport";

/// Listens. Congestion control, initial window, pacing and send buffer are quinn's own.
pub fn listen(address: SocketAddr, tls: rustls::ServerConfig) -> std::io::Result<Endpoint> {
    let mut transport = TransportConfig::default();
    transport
        // The session itself is a stream more.
        .max_concurrent_bidi_streams((STREAMS + 1).into())
        .max_concurrent_uni_streams(UNI_STREAMS.into())
        .receive_window(UNREAD_BYTES_OF_ONE.into())
        .max_idle_timeout(Some(IDLE_TIME.try_into().expect("it fits into 62 bits")));
    let tls = QuicServerConfig::try_from(tls).expect("TLS 1.3 has what QUIC needs");
    let mut config = ServerConfig::with_crypto(Arc::new(tls));
    config.transport_config(Arc::new(transport));
    let socket = Socket::new(Domain::for_address(address), Type::DGRAM, None)?;
    socket.set_recv_buffer_size(SOCKET_BYTES)?;
    socket.set_send_buffer_size(SOCKET_BYTES)?;
    socket.bind(&address.into())?;
    Endpoint::new(EndpointConfig::default(), Some(config), socket.into(), Arc::new(TokioRuntime))
}

/// Takes sessions until the endpoint is closed. Counts those that are refused because there are too many.
pub async fn serve(endpoint: &Endpoint, upstream: Upstream, max_body_bytes: u64, refused: &AtomicU64) {
    let room = Arc::new(Semaphore::new(SESSIONS));
    let crowd = Arc::<Crowd>::default();
    while let Some(incoming) = endpoint.accept().await {
        // Else packets with made-up addresses would hold all places for `HEAD_TIME`.
        let open = SESSIONS - room.available_permits();
        if open >= SESSIONS_WITHOUT_PROOF && !incoming.remote_address_validated() {
            let _ = incoming.retry();
            continue;
        }
        let Ok(place) = room.clone().try_acquire_owned() else {
            refused.fetch_add(1, Ordering::Relaxed);
            incoming.refuse();
            continue;
        };
        let (upstream, crowd) = (upstream.clone(), crowd.clone());
        tokio::spawn(async move {
            serve_session(incoming, upstream, max_body_bytes, &crowd).await;
            drop(place);
        });
    }
}

async fn serve_session(incoming: Incoming, upstream: Upstream, max_body_bytes: u64, crowd: &Arc<Crowd>) {
    let peer = Peer { protocol: "webtransport", address: incoming.remote_address() };
    let Ok(Some((session, host))) = timeout(HEAD_TIME, accepted(incoming)).await else { return };
    let asking = Arc::new(Asking { peer, host });
    let member = crowd.join(session.clone());
    // A stream comes once its first bytes have, whatever came before it.
    while let Ok((send, recv)) = session.accept_bi().await {
        let (asking, upstream, place) = (asking.clone(), upstream.clone(), member.begin());
        let session = session.clone();
        tokio::spawn(async move {
            let _place = place;
            tokio::select! {
                () = exchange(send, recv, &asking, &upstream, max_body_bytes) => {}
                // Its streams do not tell that their session was closed from here.
                _ = session.closed() => {}
            }
        });
    }
}

/// The session and the name by which it was reached, or none for a handshake that fails and a request that is refused.
async fn accepted(incoming: Incoming) -> Option<(Session, HeaderValue)> {
    let request = Request::accept(incoming.await.ok()?).await.ok()?;
    // A page of another site must not use a visitor's access to this one.
    let own = request.url.origin().ascii_serialization();
    let status = if request.url.as_str() != format!("{own}{PATH}") {
        StatusCode::NOT_FOUND
    } else if request.headers.get(ORIGIN).is_none_or(|origin| origin != own.as_str()) {
        StatusCode::FORBIDDEN
    } else {
        let host = HeaderValue::from_str(request.url.authority()).ok()?;
        return Some((request.ok().await.ok()?, host));
    };
    let connection = request.conn().clone();
    request.reject(status).await.ok()?;
    // By the client, once it has the answer.
    connection.closed().await;
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{QUEUE_PAUSE, REQUESTS};
    use crate::tls::session_config;
    use socket2::SockAddr;
    use std::path::{Path, PathBuf};
    use std::time::Duration;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{UdpSocket, UnixListener};
    use tokio::task::JoinSet;
    use url::Url;
    use web_transport_quinn::proto::ConnectRequest;
    use web_transport_quinn::quinn::Connection;
    use web_transport_quinn::{Client, ClientBuilder, RecvStream, SendStream};

    /// Enough on a busy machine.
    const SOON: Duration = Duration::from_secs(5);

    /// A gateway of its own, and a client of it.
    struct Lab {
        origin: String,
        client: Client,
        refused: Arc<AtomicU64>,
    }

    impl Lab {
        fn start(server: &Path) -> Self {
            let (tls, _) = session_config();
            let endpoint = listen("127.0.0.1:0".parse().unwrap(), tls).unwrap();
            let origin = format!("https://{}", endpoint.local_addr().unwrap());
            let refused = Arc::<AtomicU64>::default();
            let (upstream, counted) = (Upstream::new(server), refused.clone());
            tokio::spawn(async move { serve(&endpoint, upstream, 100, &counted).await });
            let client = ClientBuilder::new().dangerous().with_no_certificate_verification().unwrap();
            Self { origin, client, refused }
        }

        fn without_server() -> Self {
            Self::start(Path::new("/nonexistent"))
        }

        /// The session of this path, from a page of this origin.
        async fn connect(&self, path: &str, origin: &str) -> Option<Session> {
            let request = ConnectRequest::new(format!("{}{path}", self.origin).parse::<Url>().unwrap())
                .with_header(ORIGIN, origin.parse().unwrap());
            self.client.connect(request).await.ok()
        }

        async fn own_page(&self) -> Session {
            self.connect(PATH, &self.origin).await.unwrap()
        }
    }

    /// Sends a head of this `bodyBytes`, and these bytes. The stream stays open.
    async fn answer(session: &Session, body_bytes: u32, body: &[u8]) -> String {
        let (mut send, mut recv) = session.open_bi().await.unwrap();
        let head = format!(r#"{{"method":"POST","path":"/","headers":{{}},"bodyBytes":{body_bytes}}}"#);
        send.write_all(&(head.len() as u32).to_be_bytes()).await.unwrap();
        send.write_all(head.as_bytes()).await.unwrap();
        send.write_all(body).await.unwrap();
        String::from_utf8_lossy(&recv.read_to_end(10_000).await.unwrap()).into_owned()
    }

    #[tokio::test]
    async fn only_the_own_page_gets_a_session() {
        let lab = Lab::without_server();
        assert!(lab.connect("/webtransport", &lab.origin).await.is_some());
        assert!(lab.connect("/elsewhere", &lab.origin).await.is_none());
        for origin in ["https://evil.example", &lab.origin.replace("https", "http"), "null"] {
            assert!(lab.connect("/webtransport", origin).await.is_none(), "{origin}");
        }
    }

    #[tokio::test]
    async fn a_stream_that_waits_for_its_first_bytes_holds_up_no_other() {
        let session = Lab::without_server().own_page().await;
        let connection: &Connection = &session;
        // One byte of the three in front of it.
        let (mut held_up, _recv) = connection.open_bi().await.unwrap();
        held_up.write_all(&[0x40]).await.unwrap();
        let answered = timeout(SOON, answer(&session, 0, b"")).await;
        assert!(answered.unwrap().contains(r#""status":502"#));
    }

    #[tokio::test]
    async fn a_session_has_its_streams_beside_itself() {
        let session = Lab::without_server().own_page().await;
        let mut open = Vec::new();
        for _ in 0..STREAMS {
            open.push(session.open_bi().await.unwrap());
        }
        assert!(timeout(SOON / 50, session.open_bi()).await.is_err());
        drop(open);
        assert!(timeout(SOON, session.open_bi()).await.is_ok());
    }

    #[tokio::test]
    async fn sessions_beyond_the_limit_are_refused_and_counted() {
        let lab = Lab::without_server();
        let mut open = Vec::new();
        for _ in 0..SESSIONS {
            open.push(lab.own_page().await);
        }
        assert!(lab.connect(PATH, &lab.origin).await.is_none());
        assert_eq!(lab.refused.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn too_many_requests_end_the_session_that_has_the_most() {
        let (socket, listener) = bound("crowd");
        let ended = Arc::<AtomicU64>::default();
        let counted = ended.clone();
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                let ended = counted.clone();
                tokio::spawn(async move {
                    let _ = connection.read_to_end(&mut Vec::new()).await;
                    ended.fetch_add(1, Ordering::Relaxed);
                });
            }
        });
        let lab = Lab::start(&socket);
        let mut greedy = Vec::new();
        for _ in 0..=REQUESTS.div_ceil(STREAMS as usize) {
            greedy.push(lab.own_page().await);
        }
        let modest = lab.own_page().await;
        let mut streams = vec![begun(&modest).await];
        for session in &greedy {
            for _ in 0..STREAMS {
                // The session may be the one that was closed.
                if session.close_reason().is_none() {
                    streams.push(begun(session).await);
                }
            }
        }
        let all_are_there = async {
            while greedy.iter().all(|session| session.close_reason().is_none()) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(SOON, all_are_there).await.unwrap();
        // Its requests end at the server.
        let are_ended = async {
            while ended.load(Ordering::Relaxed) < u64::from(STREAMS) / 2 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(SOON, are_ended).await.unwrap();
        assert!(modest.close_reason().is_none());
        std::fs::remove_file(socket).unwrap();
    }

    /// A request that gets no answer.
    async fn begun(session: &Session) -> Option<(SendStream, RecvStream)> {
        let (mut send, recv) = session.open_bi().await.ok()?;
        let head = r#"{"method":"GET","path":"/","headers":{},"bodyBytes":0}"#;
        send.write_all(&(head.len() as u32).to_be_bytes()).await.ok()?;
        send.write_all(head.as_bytes()).await.ok()?;
        Some((send, recv))
    }

    /// First packets of so many handshakes.
    async fn first_packets(count: usize) -> Vec<Vec<u8>> {
        let silent = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let url: Url = format!("https://{}/", silent.local_addr().unwrap()).parse().unwrap();
        // A client that is dropped would send its end, too.
        let mut connecting = JoinSet::new();
        let mut packets = Vec::new();
        for _ in 0..count {
            let client = ClientBuilder::new().dangerous().with_no_certificate_verification().unwrap();
            let url = url.clone();
            connecting.spawn(async move { client.connect(url).await.map(drop) });
            let mut packet = vec![0; 2_000];
            let length = silent.recv(&mut packet).await.unwrap();
            packet.truncate(length);
            packets.push(packet);
        }
        packets
    }

    #[tokio::test]
    async fn clients_that_receive_nothing_take_few_of_the_sessions() {
        let lab = Lab::without_server();
        let address = lab.origin.trim_start_matches("https://").to_owned();
        let unheard = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        for packet in first_packets(SESSIONS_WITHOUT_PROOF + 9).await {
            unheard.send_to(&packet, &address).await.unwrap();
        }
        let opened = timeout(SOON, lab.connect(PATH, &lab.origin)).await;
        assert!(opened.unwrap().is_some());
        assert_eq!(lab.refused.load(Ordering::Relaxed), 0);
    }

    /// Where a server listens.
    fn bound(name: &str) -> (PathBuf, UnixListener) {
        let name = format!("holbench-gateway-{name}-{}.sock", std::process::id());
        let socket = std::env::temp_dir().join(name);
        let listener = UnixListener::bind(&socket).unwrap();
        (socket, listener)
    }

    /// The head of the first request, which gets no answer.
    async fn first_head(listener: UnixListener) -> String {
        let (mut connection, _) = listener.accept().await.unwrap();
        let mut bytes = Vec::new();
        while !bytes.ends_with(b"\r\n\r\n") && connection.read_buf(&mut bytes).await.unwrap() > 0 {}
        String::from_utf8(bytes).unwrap()
    }

    #[tokio::test]
    async fn the_server_learns_who_asks_and_by_which_name() {
        let (socket, listener) = bound("asks");
        let lab = Lab::start(&socket);
        let session = lab.own_page().await;
        let (head, _) = tokio::join!(first_head(listener), answer(&session, 0, b""));
        let host = lab.origin.trim_start_matches("https://");
        assert!(head.contains(&format!("host: {host}\r\n")), "{head}");
        assert!(head.contains("holbench-client: 127.0.0.1:"), "{head}");
        assert!(head.contains("holbench-client-protocol: webtransport\r\n"), "{head}");
        std::fs::remove_file(socket).unwrap();
    }

    /// A server that answers what ends with `abc`.
    fn server() -> PathBuf {
        let (socket, listener) = bound("abc");
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let mut bytes = Vec::new();
                    while !bytes.ends_with(b"abc") && connection.read_buf(&mut bytes).await.unwrap() > 0 {}
                    connection.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await
                });
            }
        });
        socket
    }

    #[tokio::test]
    async fn requests_wait_while_the_queue_of_the_server_is_full() {
        const REQUESTS: usize = 20;
        let path = std::env::temp_dir().join(format!("holbench-gateway-queue-{}.sock", std::process::id()));
        let queue = Socket::new(Domain::UNIX, Type::STREAM, None).unwrap();
        queue.bind(&SockAddr::unix(&path).unwrap()).unwrap();
        queue.listen(1).unwrap();
        queue.set_nonblocking(true).unwrap();
        let session = Lab::start(&path).own_page().await;
        let mut streams = Vec::new();
        for _ in 0..REQUESTS {
            streams.push(begun(&session).await.unwrap());
        }
        // Time for the gateway to find the queue full.
        tokio::time::sleep(10 * QUEUE_PAUSE).await;
        let listener = UnixListener::from_std(std::os::unix::net::UnixListener::from(queue)).unwrap();
        for _ in 0..REQUESTS {
            timeout(SOON, listener.accept()).await.unwrap().unwrap();
        }
        std::fs::remove_file(path).unwrap();
    }

    #[tokio::test]
    async fn a_body_is_what_its_head_announced() {
        let socket = server();
        let session = Lab::start(&socket).own_page().await;
        // The last pauses.
        let bodies: [(u32, &[u8], u16); 4] =
            [(3, b"abc", 200), (0, b"abc", 400), (3, b"abcd", 400), (3, b"ab", 400)];
        for (announced, body, status) in bodies {
            let answered = timeout(SOON, answer(&session, announced, body)).await.unwrap();
            assert!(answered.contains(&format!(r#""status":{status}"#)), "{announced} {body:?}: {answered}");
        }
        std::fs::remove_file(socket).unwrap();
    }
}
