import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { NativePackage, Variant } from '@holbench/variants/registry';
import { PROXIES } from './proxies/proxies.ts';
import type { Tools } from './tools.ts';

/** By `pnpm build`. After an update some may be missing. */
const BUILT = {
  'the page is': 'client/dist/index.html',
  'Artillery’s users are': 'bench/artillery/dist/processor.mjs',
} as const;

/**
 * @returns why a variant's server cannot run on this machine, with the remedy; null when it can.
 */
export function whyUnsupported({ id, server, proxy }: Variant, tools: Tools): string | null {
  if (server === null) {
    return `${id} is a server of your own, which you start: give --target https://HOST:PORT (docs/your-own-server.md)`;
  }
  const why = server.needs === undefined ? null : whyNotLoading(server.needs, tools);
  if (why !== null) return why;
  return proxy && !tools.proxies[proxy.kind] ? PROXIES[proxy.kind].missing : null;
}

function whyNotLoading(name: NativePackage, { serverNodes }: Tools): string | null {
  const node = serverNodes.native[name];
  return node.loads ? null : `${name} loads in no Node here (${node.reason}): ${node.remedy}`;
}

/** Those of some variants that cannot run somewhere, each with the reason. */
export function unsupportedOf(
  variants: readonly Variant[],
  whyNot: (variant: Variant) => string | null,
): { variant: string; reason: string }[] {
  return variants.flatMap((variant) => {
    const reason = whyNot(variant);
    return reason === null ? [] : [{ variant: variant.id, reason }];
  });
}

/**
 * @returns a prerequisite of all variants that this machine lacks, with the remedy; null when none.
 */
export async function missingPrerequisite(tools: Tools): Promise<string | null> {
  if (!tools.chromium) return 'no Chromium found; run ./setup.sh, or set HOLBENCH_CHROMIUM to one';
  if (!tools.certificate) return 'no valid certificate in certs/; run ./setup.sh';
  for (const [what, file] of Object.entries(BUILT)) {
    const isThere = await access(join(tools.root, file)).then(
      () => true,
      () => false,
    );
    if (!isThere) return `${what} not built; run pnpm build`;
  }
  return null;
}
