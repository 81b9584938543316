//! What the lab starts the gateway with: one argument, an object of JSON.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::PathBuf;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Options {
    /// Where it listens: by TCP for the page, by UDP for WebTransport.
    pub host: IpAddr,
    pub port: u16,
    /// Paths of certificate and key, PEM.
    pub cert: PathBuf,
    pub key: PathBuf,
    /// Path of the Unix socket of a server of HTTP/1.1 without TLS.
    pub upstream: PathBuf,
    /// Largest body of a request. A backstop: the server knows the exact limits.
    pub max_body_bytes: u64,
}

impl Options {
    pub fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("the options are refused: {error}"))
    }
}

/// Versions of the libraries that affect results, as they were built in.
pub fn versions() -> serde_json::Value {
    let versions = BTreeMap::from(["web-transport-quinn", "quinn"].map(|name| (name, locked(name))));
    serde_json::json!(versions)
}

fn locked(name: &str) -> Option<&'static str> {
    let (_, entry) = include_str!("../Cargo.lock").split_once(&format!("name = \"{name}\"\n"))?;
    entry.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn versions_are_those_of_the_lock_file() {
        let versions = super::versions();
        assert_eq!(versions["web-transport-quinn"], "0.13.5");
        assert!(versions["quinn"].as_str().is_some_and(|version| version.starts_with("0.11.")));
    }
}
