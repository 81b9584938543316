import type { Source } from './claim.ts';

/** What the claims are from. Looked up in November 2026. */
export const SOURCES = {
  quicTls: {
    authors: 'Thomson, Turner',
    title: 'RFC 9001: Using TLS to Secure QUIC',
    year: 2021,
    url: 'https://www.rfc-editor.org/info/rfc9001',
  },
  marx: {
    authors: 'Marx',
    title: 'Head-of-Line Blocking in QUIC and HTTP/3: The Details',
    year: 2020,
    url: 'https://github.com/rmarx/holblocking-blogpost',
  },
  minion: {
    authors: 'Nowlan, Tiwari, Iyengar, Amin, Ford',
    title:
      'Fitting Square Pegs Through Round Pipes: Unordered Delivery Wire-Compatible with TCP and TLS (NSDI)',
    year: 2012,
    url: 'https://arxiv.org/abs/1103.0463',
  },
  gulliksson: {
    authors: 'Gulliksson',
    title: 'Empirical analysis of the impact of packet loss on WebTransport using Socket.IO',
    year: 2024,
    url: 'https://umu.diva-portal.org/smash/record.jsf?pid=diva2:1876796',
  },
  zhang: {
    authors: 'Zhang, Jin, He, Hassan, Mao, Qian, Zhang',
    title: 'QUIC is not Quick Enough over Fast Internet (WWW)',
    year: 2024,
    url: 'https://arxiv.org/abs/2310.09423',
  },
  nodeWindow: {
    authors: 'szmarczak',
    title: 'Increase HTTP/2 window size (Node.js issue 38426)',
    year: 2021,
    url: 'https://github.com/nodejs/node/issues/38426',
  },
  mathis: {
    authors: 'Mathis, Semke, Mahdavi, Ott',
    title: 'The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm (CCR 27(3))',
    year: 1997,
    url: 'https://dl.acm.org/doi/10.1145/263932.264023',
  },
  quicGoReno: {
    authors: 'snopytas, Seemann',
    title: 'Does quic-go provides both reno and cubic? (quic-go issue 3508)',
    year: 2022,
    url: 'https://github.com/quic-go/quic-go/issues/3508',
  },
  reference: {
    authors: 'ayewo and others',
    title: 'Microbenchmark of WebSockets vs HTTP2/3 + SSE (classic-jazz issue 301)',
    year: 2024,
    url: 'https://github.com/garden-co/classic-jazz/issues/301',
  },
} as const satisfies Record<string, Source>;
