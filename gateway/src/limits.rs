//! Limits of what clients, who may be hostile, can take.

use std::time::Duration;

/// Sessions at once, handshakes counted. 100 subscribers and a producer are the lab's most.
pub const SESSIONS: usize = 1_280;
/// From so many on, a client first shows that it receives at its address, which costs it a round trip: packets with
/// made-up addresses take no more. What is set up where figures are taken has fewer sessions beside it.
pub const SESSIONS_WITHOUT_PROOF: usize = 64;
/// Connections by TCP at once; others wait.
pub const CONNECTIONS: usize = 1_024;
/// Streams of a session at once, each one request: as many as a WebSocket may have open. Chromium opens no more
/// by itself, and lets the page's request fail.
pub const STREAMS: u32 = 1_024;
/// Requests of all sessions at once, each with a connection to the server, which takes three times as many. Beyond it, the
/// session with the most is closed.
pub const REQUESTS: usize = 1_280;
/// Open files, for all of these. A shell often has a limit of 1 024.
pub const FILES: u64 = 8_192;
/// Unidirectional streams: HTTP/3's own three, and none for requests.
pub const UNI_STREAMS: u32 = 8;
/// Largest head of a request, over TCP as over a stream.
pub const HEAD_BYTES: usize = 16 * 1024;
/// Time for a handshake, and for a head.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// Between two pieces of a request's body, as the server waits for a file's next chunk (`UPLOAD_IDLE_MS`). Tests
/// do not wait so long.
pub const BODY_TIME: Duration = if cfg!(test) { Duration::from_millis(300) } else { Duration::from_secs(60) };
/// A session without any packet for this long ends. Chromium gives up after 30 s by itself.
pub const IDLE_TIME: Duration = Duration::from_secs(300);
/// Unread bytes of a session, in each direction: as many as quinn keeps to be sent by itself (`send_window`); of what it
/// receives it has no limit. With less, small messages would wait for room beside transfers.
pub const UNREAD_BYTES_OF_ONE: u32 = 10_000_000;
/// The same over all sessions, which have equal shares of it, as they have of a link: 61 users have 1 MiB each.
pub const UNREAD_BYTES_OF_ALL: usize = 64 * 1024 * 1024;
/// Buffers of the UDP socket, as quic-go asks for; the kernel gives less (`net.core.rmem_max`). quinn leaves it
/// to its user.
pub const SOCKET_BYTES: usize = 7_500_000;
/// Read at once of a body from a stream.
pub const PIECE_BYTES: u64 = 16 * 1024;
/// Read at once from the server. An answer that is not read holds three times as much.
pub const ANSWER_BYTES: usize = 32 * 1024;
/// For what is under way when the gateway is asked to end.
pub const GRACE: Duration = Duration::from_millis(500);
/// Until a full queue of the server's may have room for one connection more.
pub const QUEUE_PAUSE: Duration = Duration::from_millis(5);
