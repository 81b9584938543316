//! All sessions: what each may keep in memory, and which of them makes room.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use web_transport_quinn::Session;

use crate::limits::{REQUESTS, UNREAD_BYTES_OF_ALL, UNREAD_BYTES_OF_ONE};

/// Why a session was closed: "try again later", as of WebSockets.
const TRY_AGAIN: u32 = 1013;
const REASON: &[u8] = b"too many requests of all clients are under way, and of this one the most";

#[derive(Default)]
pub struct Crowd {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    sessions: HashMap<usize, Counted>,
    joined: usize,
    /// Of all sessions.
    requests: usize,
}

struct Counted {
    session: Session,
    requests: usize,
}

/// One session, as long as it is served.
pub struct Member {
    crowd: Arc<Crowd>,
    key: usize,
}

/// One request of it, while it is under way.
pub struct Place {
    member: Arc<Member>,
}

impl Crowd {
    /// The more sessions there are, the less waits for one.
    pub fn join(self: &Arc<Self>, session: Session) -> Arc<Member> {
        let mut open = self.lock();
        open.joined += 1;
        let key = open.joined;
        bound(&session, window_of(open.sessions.len() + 1));
        open.change_windows(|sessions| sessions.insert(key, Counted { session, requests: 0 }));
        Arc::new(Member { crowd: self.clone(), key })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().expect("nobody panics with it")
    }
}

impl Member {
    /// Begins a request. Where there are too many, the session that has the most is closed: it may be this one.
    pub fn begin(self: &Arc<Self>) -> Place {
        let mut open = self.crowd.lock();
        if let Some(counted) = open.sessions.get_mut(&self.key) {
            counted.requests += 1;
            open.requests += 1;
        }
        if open.requests > REQUESTS {
            open.close_the_greediest();
        }
        Place { member: self.clone() }
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.crowd.lock().forget(self.key);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.member.crowd.lock();
        if let Some(counted) = open.sessions.get_mut(&self.member.key) {
            counted.requests -= 1;
            open.requests -= 1;
        }
    }
}

impl Open {
    fn close_the_greediest(&mut self) {
        let greediest = self.sessions.iter().max_by_key(|(_, counted)| counted.requests);
        let Some((&key, counted)) = greediest else { return };
        eprintln!(
            "gateway: over {REQUESTS} requests are under way: the session with the most ({}) is closed",
            counted.requests
        );
        counted.session.close(TRY_AGAIN, REASON);
        self.forget(key);
    }

    fn forget(&mut self, key: usize) {
        if let Some(counted) = self.change_windows(|sessions| sessions.remove(&key)) {
            self.requests -= counted.requests;
        }
    }

    /// Changes the sessions, and the windows of all where their number asks for others.
    fn change_windows<R>(&mut self, change: impl FnOnce(&mut HashMap<usize, Counted>) -> R) -> R {
        let before = window_of(self.sessions.len());
        let changed = change(&mut self.sessions);
        let after = window_of(self.sessions.len());
        if after != before {
            self.sessions.values().for_each(|Counted { session, .. }| bound(session, after));
        }
        changed
    }
}

/// Steps of two: the windows of all sessions seldom change.
fn window_of(sessions: usize) -> u32 {
    let share = UNREAD_BYTES_OF_ALL / sessions.next_power_of_two();
    u32::try_from(share).unwrap_or(u32::MAX).min(UNREAD_BYTES_OF_ONE)
}

fn bound(session: &Session, window: u32) {
    session.set_send_window(window.into());
    session.set_receive_window(window.into());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::SESSIONS;

    #[test]
    fn few_sessions_have_the_most_and_many_share_it() {
        assert_eq!(window_of(0), UNREAD_BYTES_OF_ONE);
        assert_eq!(window_of(4), UNREAD_BYTES_OF_ONE);
        for sessions in 1..=SESSIONS {
            assert!(sessions * window_of(sessions) as usize <= UNREAD_BYTES_OF_ALL);
        }
    }
}
