//! The body of a request, read from its stream when the server takes it, and not before.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::io::AsyncBufRead;

use crate::upstream::BoxError;

pub struct StreamBody<Stream> {
    stream: Stream,
    left: u64,
    /// The last piece, until the client has ended the stream as it announced.
    last: Option<Bytes>,
    ended: bool,
}

impl<Stream: AsyncBufRead + Unpin> StreamBody<Stream> {
    pub fn new(stream: Stream, bytes: u64) -> Self {
        Self { stream, left: bytes, last: None, ended: false }
    }

    fn poll_piece(&mut self, cx: &mut Context<'_>) -> Poll<Result<Bytes, BoxError>> {
        let available = ready!(Pin::new(&mut self.stream).poll_fill_buf(cx))?;
        let length = available.len();
        if length as u64 > self.left {
            return Poll::Ready(Err("the body is longer than its head says".into()));
        }
        let piece = Bytes::copy_from_slice(available);
        Pin::new(&mut self.stream).consume(length);
        if length == 0 && self.left > 0 {
            return Poll::Ready(Err("the body is shorter than its head says".into()));
        }
        self.left -= length as u64;
        Poll::Ready(Ok(piece))
    }
}

impl<Stream: AsyncBufRead + Unpin> Body for StreamBody<Stream> {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if self.ended {
            return Poll::Ready(None);
        }
        loop {
            let piece = ready!(self.poll_piece(cx))?;
            if piece.is_empty() {
                self.ended = true;
                return Poll::Ready(self.last.take().map(|last| Ok(Frame::data(last))));
            }
            if self.left > 0 {
                return Poll::Ready(Some(Ok(Frame::data(piece))));
            }
            self.last = Some(piece);
        }
    }

    fn is_end_stream(&self) -> bool {
        self.ended
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left + self.last.as_ref().map_or(0, |last| last.len() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    async fn collected(bytes: &'static [u8], announced: u64) -> Result<Bytes, String> {
        let body = StreamBody::new(bytes, announced);
        body.collect().await.map(|all| all.to_bytes()).map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn a_body_has_the_length_that_was_announced() {
        assert_eq!(collected(b"four", 4).await.unwrap(), "four");
        assert_eq!(collected(b"", 0).await.unwrap(), "");
        assert!(collected(b"four", 3).await.unwrap_err().contains("longer"));
        assert!(collected(b"four", 5).await.unwrap_err().contains("shorter"));
        assert!(collected(b"x", 0).await.unwrap_err().contains("longer"));
    }
}
