import { readCertificate, type Certificate } from './certificate.ts';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { findCaddy, type Caddy } from './tools/caddy.ts';
import { findChromium, type Chromium } from './tools/chromium.ts';
import { chooseServerNode, type ServerNode, type UwsSupport } from './tools/server-node.ts';

/** What this machine has, found by running it. */
export interface Tools {
  /** Root folder of the project. */
  readonly root: string;
  /** The one Node.js of every server process of a run. */
  readonly serverNode: ServerNode;
  readonly uws: UwsSupport;
  readonly chromium: Chromium | null;
  readonly caddy: Caddy | null;
  readonly certificate: Certificate | null;
}

/**
 * Looks for everything that the lab needs outside of its own packages; what is missing is null.
 * @throws UserError when an override (HOLBENCH_SERVER_NODE) is no Node.js.
 */
export async function findTools(): Promise<Tools> {
  const [{ serverNode, uws }, chromium, caddy, certificate] = await Promise.all([
    chooseServerNode(),
    findChromium(),
    findCaddy(),
    readCertificate(),
  ]);
  return { root: PROJECT_ROOT, serverNode, uws, chromium, caddy, certificate };
}
