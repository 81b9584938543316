import { LOCALHOST } from '@holbench/process/network-side';
import type { Tools } from '@holbench/harness/tools';
import { type FeasibilityProbe, NO_CERTIFICATE, type Seen } from '../feasibility-probe.ts';
import { open } from '../page-scripts.ts';
import type { ProbeLab } from '../probe-lab.ts';

/**
 * Answers every request of HTTP/3 with status 200, by `node:quic` as of Node 25.
 * Arguments: paths of certificate and key.
 */
const SCRIPT = `
  const say = (what) => console.log(JSON.stringify(what));
  (async () => {
    const [, cert, key] = process.argv;
    const { readFileSync } = require('node:fs');
    const { createPrivateKey } = require('node:crypto');
    let quic;
    try {
      quic = await import('node:quic');
    } catch (error) {
      return say({ refusal: "import('node:quic'): " + error.message });
    }
    console.log('node:quic loads; listen()');
    try {
      const endpoint = await quic.listen((session) => {
        session.onstream = (stream) => {
          stream.onheaders = () => stream.sendHeaders({ ':status': '200' }, { terminal: true });
        };
      }, {
        endpoint: { address: '${LOCALHOST.address}:0' },
        keys: [createPrivateKey(readFileSync(key))],
        certs: [readFileSync(cert)],
        alpn: ['h3'],
      });
      say({ port: endpoint.address.port });
      setInterval(() => {}, 1_000);
    } catch (error) {
      say({ refusal: 'node:quic loads, listen(): ' + error.message });
    }
  })();
`;

interface Said {
  readonly refusal?: string;
  readonly port?: number;
}

/** Whether a Node speaks HTTP/3 by itself: `node:quic`, behind its flag and without. */
export function nodeHttp3(
  role: 'servers' | 'tooling',
  nodeOf: (tools: Tools) => { readonly path: string; readonly version: string },
): FeasibilityProbe {
  return {
    id: `node-http3-${role}`,
    what: (tools) => `HTTP/3 in Node ${nodeOf(tools).version} itself (the Node of the ${role})`,
    missing: ({ certificate }) => (certificate ? null : NO_CERTIFICATE),
    run: async (lab) => {
      const node = nodeOf(lab.tools).path;
      const flagged = await tryNode(lab, node, ['--experimental-quic']);
      if (flagged.works) return flagged;
      const plain = await tryNode(lab, node, []);
      const evidence =
        flagged.evidence === plain.evidence
          ? `with --experimental-quic and without: ${plain.evidence}`
          : `with --experimental-quic: ${flagged.evidence}; without: ${plain.evidence}`;
      return { works: plain.works, evidence };
    },
  };
}

async function tryNode(lab: ProbeLab, node: string, flags: string[]): Promise<Seen> {
  const { cert, key } = lab.certificate;
  const { process, said, end } = await lab.script({
    node,
    flags,
    script: SCRIPT,
    args: [cert, key],
  });
  const { refusal = end, port } = (said ?? {}) as Said;
  if (port === undefined) return { works: false, evidence: refusal };
  const host = `${LOCALHOST.address}:${port}`;
  const { browser } = await lab.browser({ forceQuic: [host] });
  const error = await open(await browser.newPage(), `https://${host}/`);
  const ended = process.ending === null ? '' : `; the server ended (${process.ending})`;
  return {
    works: error === null,
    evidence: `node:quic listens; Chromium: ${error ?? 'answered'}${ended}`,
  };
}
