import { LOCALHOST } from '@holbench/process/network-side';
import type { Tools } from '@holbench/harness/tools';
import { type FeasibilityTest, missingOfServer, type Seen } from '../feasibility-test.ts';
import * as v from 'valibot';
import { open } from '../page-scripts.ts';
import type { TestLab } from '../test-lab.ts';

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

const Said = v.object({ refusal: v.optional(v.string()), port: v.optional(v.number()) });

/** Whether a Node speaks HTTP/3 by itself: `node:quic`, behind its flag and without. */
export function nodeHttp3(
  role: 'servers' | 'tooling',
  nodeOf: (tools: Tools) => { readonly path: string; readonly version: string },
): FeasibilityTest {
  return {
    id: `node-http3-${role}`,
    what: (tools) => `HTTP/3 in Node ${nodeOf(tools).version} itself (the Node of the ${role})`,
    missing: missingOfServer,
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

async function tryNode(lab: TestLab, node: string, flags: string[]): Promise<Seen> {
  const { cert, key } = lab.certificate;
  const { process, said, end } = await lab.script({
    node,
    flags,
    script: SCRIPT,
    args: [cert, key],
  });
  const { refusal = end, port } = v.parse(Said, said ?? {});
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
