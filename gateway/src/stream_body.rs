//! The body of a request, read from its stream when the server takes it, and not before.

use bytes::BytesMut;
use futures_util::stream::try_unfold;
use http_body_util::{BodyExt, StreamBody};
use hyper::body::Frame;
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::limits::PIECE_BYTES;
use crate::upstream::Body;

/// `length` is what the head announced. The last piece does not wait until the stream ends: Chromium often sends the
/// end in a packet of its own, which can be lost.
pub fn stream_body(stream: impl AsyncRead + Unpin + Send + 'static, length: u64) -> Body {
    let pieces = try_unfold((stream, length), |(mut stream, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        // With room for a byte that was not announced.
        let mut piece = BytesMut::with_capacity(left.min(PIECE_BYTES) as usize + 1);
        let read = stream.read_buf(&mut piece).await? as u64;
        let left = left.checked_sub(read).ok_or("the body is longer than its head says")?;
        if read == 0 {
            return Err("the body is shorter than its head says".into());
        }
        Ok(Some((Frame::data(piece.freeze()), (stream, left))))
    });
    StreamBody::new(pieces).boxed_unsync()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn collected(bytes: &'static [u8], announced: u64) -> Result<Vec<u8>, String> {
        let body = stream_body(bytes, announced);
        body.collect().await.map(|all| all.to_bytes().into()).map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn a_body_has_the_length_that_was_announced() {
        assert_eq!(collected(b"four", 4).await.unwrap(), b"four");
        assert!(collected(b"four", 3).await.unwrap_err().contains("longer"));
        assert!(collected(b"four", 5).await.unwrap_err().contains("shorter"));
    }
}
