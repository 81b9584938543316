//! Answers of the gateway itself, in the form of the server's (`packages/protocol/src/errors.ts`).

use hyper::StatusCode;
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderValue};

#[derive(Debug)]
pub struct Refusal {
    pub status: StatusCode,
    error: &'static str,
    /// The rule that was broken.
    message: &'static str,
}

pub const LONG_BODY: Refusal = Refusal::too_large("the body is longer than the gateway takes");

impl Refusal {
    pub const fn malformed(message: &'static str) -> Self {
        Self { status: StatusCode::BAD_REQUEST, error: "malformed_message", message }
    }

    pub const fn too_large(message: &'static str) -> Self {
        Self { status: StatusCode::PAYLOAD_TOO_LARGE, error: "message_too_large", message }
    }

    pub const fn no_server() -> Self {
        let message = "the server behind the gateway does not answer";
        Self { status: StatusCode::BAD_GATEWAY, error: "internal", message }
    }

    pub fn headers() -> HeaderMap {
        HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))])
    }

    pub fn body(&self) -> String {
        serde_json::json!({ "error": self.error, "message": self.message }).to_string()
    }
}
