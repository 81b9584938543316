//! What the gateway itself saw of its clients: a witness beside the page and the server.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Requests that were passed on, by the protocol that the client spoke.
#[derive(Clone, Default)]
pub struct Counts(Arc<Mutex<BTreeMap<&'static str, u64>>>);

impl Counts {
    pub fn count(&self, protocol: &'static str) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(protocol).or_default() += 1;
    }

    /// As one line of JSON, such as `{"forwarded":{"HTTP/1.1":3,"webtransport":20}}`.
    pub fn line(&self) -> String {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        serde_json::json!({ "forwarded": *counts }).to_string()
    }
}
