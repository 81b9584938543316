//! Heads of requests and answers on a stream: their length in four bytes, big-endian, then JSON. A body
//! follows to the end of the stream. So a reader never takes bytes of the body with the head.

use std::collections::BTreeMap;

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::uri::PathAndQuery;
use hyper::{Method, StatusCode};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::limits::HEAD_BYTES;
use crate::refusal::Refusal;

/// The headers of a request that are passed on; all others are left out.
const PASSED_ON: [HeaderName; 3] =
    [header::ACCEPT, header::CONTENT_TYPE, HeaderName::from_static("last-event-id")];
const METHODS: [Method; 6] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct RequestJson {
    method: String,
    path: String,
    headers: BTreeMap<String, String>,
    body_bytes: u64,
}

#[derive(Debug)]
pub struct RequestHead {
    pub method: Method,
    pub path: PathAndQuery,
    pub headers: HeaderMap,
    /// Length of the body; exactly so many bytes follow.
    pub body_bytes: u64,
}

impl RequestHead {
    pub async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Result<Self, Refusal> {
        let ended = |_| Refusal::malformed("the stream ended within the head");
        let length = stream.read_u32().await.map_err(ended)? as usize;
        if length > HEAD_BYTES {
            return Err(Refusal::too_large("the head is longer than the gateway takes"));
        }
        let mut json = vec![0; length];
        stream.read_exact(&mut json).await.map_err(ended)?;
        Self::parse(&json)
    }

    fn parse(json: &[u8]) -> Result<Self, Refusal> {
        let head: RequestJson = serde_json::from_slice(json)
            .map_err(|_| Refusal::malformed("the head is not as the protocol has it"))?;
        let method = METHODS
            .into_iter()
            .find(|method| method.as_str() == head.method)
            .ok_or(Refusal::malformed("the method is unknown"))?;
        let path = (head.path.starts_with('/').then_some(head.path))
            .and_then(|path| PathAndQuery::try_from(path).ok())
            .ok_or(Refusal::malformed("the path is invalid"))?;
        let mut headers = HeaderMap::new();
        for (name, value) in &head.headers {
            let is_named = |known: &HeaderName| known.as_str().eq_ignore_ascii_case(name);
            let Some(name) = PASSED_ON.into_iter().find(is_named) else { continue };
            let value = HeaderValue::from_str(value)
                .map_err(|_| Refusal::malformed("a header has an invalid value"))?;
            headers.insert(name, value);
        }
        Ok(Self { method, path, headers, body_bytes: head.body_bytes })
    }
}

#[derive(Serialize)]
struct ResponseJson<'a> {
    status: u16,
    headers: BTreeMap<&'a str, &'a str>,
}

/// The head of an answer, with its length.
pub fn response_head(status: StatusCode, headers: &HeaderMap) -> Vec<u8> {
    let text = |(name, value): (&'_ HeaderName, &'_ HeaderValue)| -> Option<(String, String)> {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    };
    let owned: Vec<(String, String)> = headers.iter().filter_map(text).collect();
    let headers = owned.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let json =
        serde_json::to_vec(&ResponseJson { status: status.as_u16(), headers }).expect("texts make JSON");
    let length = u32::try_from(json.len()).expect("the server's headers are limited");
    [&length.to_be_bytes()[..], &json].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(json: &str) -> Result<RequestHead, Refusal> {
        RequestHead::parse(json.as_bytes())
    }

    #[test]
    fn only_the_known_headers_are_passed_on() {
        let head = parsed(
            r#"{"method":"GET","path":"/covalues?op=1","headers":{"Last-Event-ID":"4","holbench-client-protocol":"h9","cookie":"a"},"bodyBytes":0}"#,
        )
        .unwrap();
        assert_eq!(head.path.as_str(), "/covalues?op=1");
        assert_eq!(head.headers.len(), 1);
        assert_eq!(head.headers["last-event-id"], "4");
    }

    #[test]
    fn broken_heads_are_refused() {
        for json in [
            "",
            "[]",
            r#"{"method":"GET","path":"/","headers":{}}"#,
            r#"{"method":"CONNECT","path":"/","headers":{},"bodyBytes":0}"#,
            r#"{"method":"GET","path":"covalues","headers":{},"bodyBytes":0}"#,
            r#"{"method":"GET","path":"/ HTTP/1.1\r\nx: y","headers":{},"bodyBytes":0}"#,
            r#"{"method":"GET","path":"/","headers":{"accept":"a\r\nb: c"},"bodyBytes":0}"#,
            r#"{"method":"GET","path":"/","headers":{},"bodyBytes":-1}"#,
            r#"{"method":"GET","path":"/","headers":{},"bodyBytes":0,"more":1}"#,
        ] {
            assert_eq!(parsed(json).unwrap_err().status, StatusCode::BAD_REQUEST, "{json}");
        }
    }

    #[tokio::test]
    async fn a_head_that_announces_too_much_is_refused_before_it_is_read() {
        let mut stream: &[u8] = &(HEAD_BYTES as u32 + 1).to_be_bytes();
        let refusal = RequestHead::read(&mut stream).await.unwrap_err();
        assert_eq!(refusal.status, StatusCode::PAYLOAD_TOO_LARGE);
    }
}
