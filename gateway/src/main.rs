//! A gateway of WebTransport in front of a server of HTTP/1.1 on a Unix socket: the page by TCP, its requests
//! by streams of a session. docs/decisions/0035-webtransport.md.

mod crowd;
mod exchange;
mod head;
mod limits;
mod options;
mod pages;
mod refusal;
mod sessions;
mod stream_body;
mod tls;
mod upstream;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::atomic::AtomicU64;

use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::timeout;

use options::Options;
use pages::Pages;
use upstream::Upstream;

/// The hash of the sources that scripts/rust-programs.sh builds, for cargo to build anew where it is another: clones
/// share a build folder, and it compares times alone.
const _: Option<&str> = option_env!("HOLBENCH_SOURCES");

const USAGE: &str =
    "usage: holbench-gateway OPTIONS (an object of JSON: gateway/src/options.rs) | --versions";

/// One thread, as the server behind it has.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(argument), None) = (arguments.next(), arguments.next()) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    if argument == "--versions" {
        println!("{}", options::versions());
        return ExitCode::SUCCESS;
    }
    match run(&argument).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("gateway: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Serves until it is asked to end.
async fn run(argument: &str) -> Result<(), String> {
    let Options { host, port, cert, key, upstream, max_body_bytes } = Options::parse(argument)?;
    // As Node and Go do by themselves.
    let _ = rlimit::increase_nofile_limit(limits::FILES);
    let address = SocketAddr::new(host, port);
    let in_use = |error| format!("cannot listen on {address}: {error}; choose another port");
    let listener = TcpListener::bind(address).await.map_err(in_use)?;
    let page_tls = tls::page_config(&cert, &key)?;
    let (session_tls, certificate_hash) = tls::session_config();
    let upstream = Upstream::new(&upstream);
    let pages = Pages::new(&certificate_hash, upstream.clone(), max_body_bytes);
    let endpoint = sessions::listen(address, session_tls).map_err(in_use)?;
    let open = GracefulShutdown::new();
    let refused = AtomicU64::new(0);
    tokio::select! {
        () = pages.serve(listener, page_tls, &open) => {}
        () = sessions::serve(&endpoint, upstream, max_body_bytes, &refused) => {}
        () = asked_to_end() => {}
    }
    endpoint.close(0u32.into(), b"the gateway ends");
    // What is not over by then ends with the process.
    let _ = timeout(limits::GRACE, async { tokio::join!(open.shutdown(), endpoint.wait_idle()) }).await;
    let refused = refused.into_inner();
    if refused > 0 {
        eprintln!("gateway: refused {refused} sessions, because {} were open", limits::SESSIONS);
    }
    Ok(())
}

async fn asked_to_end() {
    let mut terminate = signal(SignalKind::terminate()).expect("signals can be heard");
    let mut interrupt = signal(SignalKind::interrupt()).expect("signals can be heard");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
