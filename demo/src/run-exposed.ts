import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromiumArguments } from '@holbench/harness/browser';
import { ensureCertificate } from '@holbench/harness/certificate';
import { findTools, type Tools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { LOCALHOST } from '@holbench/process/network-side';
import { shellWord } from '@holbench/process/shell-word';
import { UserError } from '@holbench/process/user-error';
import { isOverQuic } from '@holbench/variants/protocols';
import { variant as variantOf, type Variant } from '@holbench/variants/registry';
import type { Exposure } from './live/exposure.ts';
import { type RunningLive, startLive } from './live/start-live.ts';
import { LOG_FOLDER } from './take-screenshot.ts';
import type { LiveOptions } from './run-live.ts';

/** Kept, so that a browser asks once whether to trust it. */
const CERTIFICATE_FOLDER = join(LOG_FOLDER, 'certificate');

/** Servers for browsers of other machines, which have a token, until Ctrl-C. Their network is real. */
export async function runExposed(
  { variants: ids, port, fileSize }: LiveOptions,
  exposure: Exposure,
): Promise<void> {
  const { address, token } = exposure;
  const variants = ids.map(variantOf);
  const without = variants.find(({ transport }) => transport === 'webtransport');
  if (without) {
    throw new UserError(
      `--expose: WebTransport sends no cookie, so no token; leave out ${without.id}`,
    );
  }
  const certificate = await ensureCertificate(CERTIFICATE_FOLDER, [address]);
  const tools = { ...(await findTools()), certificate };
  await using running = await startLive({
    tools,
    variants,
    side: { ...LOCALHOST, address },
    port,
    network: {
      network: 'your real network',
      networks: [],
      link: `from this browser to ${address}, not emulated`,
      certificate: [],
    },
    fileBytes: fileSize,
    logFolder: LOG_FOLDER,
    token,
  });
  const { cert } = certificate;
  const { fingerprint256 } = new X509Certificate(await readFile(cert));
  const started = variants.filter((each) => whyUnsupported(each, tools) === null);
  console.log(
    [
      `On the other machine, open ${running.address}?token=${token}`,
      'Everyone who has this address can use the demo, uploads included.',
      'This is your real network: not emulated, not measured.',
      `Ports that must be open here: ${portsOf(started, port)}.`,
      `The certificate is self-signed. Accept the browser’s warning if its SHA-256 fingerprint is ${fingerprint256}, or import ${cert} there as trusted.`,
      ...quicLines(started, tools, running),
      'Ctrl-C ends it.',
    ].join('\n'),
  );
  // Its page can ask for nothing, so this ends with an error or not at all.
  await running.asked();
}

/** `TCP 8441, 8460; UDP 8446` */
function portsOf(variants: readonly Variant[], page: number): string {
  const quic = variants.filter(({ protocol }) => isOverQuic(protocol));
  const tcp = [...variants.filter((each) => !quic.includes(each)).map(({ port }) => port), page];
  const udp = quic.length === 0 ? '' : `; UDP ${quic.map(({ port }) => port).join(', ')}`;
  return `TCP ${tcp.join(', ')}${udp}`;
}

/** What HTTP/3 needs: docs/decisions/0016. */
function quicLines(
  variants: readonly Variant[],
  tools: Tools,
  { forceQuic }: RunningLive,
): string[] {
  if (forceQuic.length === 0) return [];
  const ids = variants.flatMap(({ id, protocol }) => (isOverQuic(protocol) ? [id] : []));
  const flags = chromiumArguments({ tools, forceQuic }).filter((flag) => /quic|spki/.test(flag));
  const words = ['chromium', ...flags].map(shellWord);
  return [
    `${ids.join(', ')}: HTTP/3 needs a Chromium with these flags, which trusts the certificate. In any other browser this lane cannot connect:`,
    // A new profile, or a running Chromium would open the page without the flags.
    `  ${words.join(' ')} --user-data-dir="$(mktemp -d)"`,
  ];
}
