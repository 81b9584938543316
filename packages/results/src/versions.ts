import type { Manifest } from './manifest.ts';

/** Reported by each server, but stated once per run (`caddy`, `quicGo`, `envoy`, `nginx`, `webTransportQuinn`, `quinn`). */
const STATED_ONCE = ['caddy', 'quic-go', 'envoy', 'nginx', 'web-transport-quinn', 'quinn'];

/**
 * Versions of a run's tools and of its servers' libraries, by name. Several versions of one library
 * are joined: "5.12.7 / 5.12.8".
 */
export function versionsByName({
  servers = {},
  ...tools
}: Manifest['versions']): Record<string, string | null> {
  const reported = Object.values(servers).flatMap((libraries) => Object.entries(libraries));
  const byName = Map.groupBy(reported, ([name]) => name);
  // A server that is not the lab's may call its libraries as this run's own programs.
  const found = new Map<string, unknown>(Object.entries(tools));
  const libraries = [...byName]
    .filter(([name]) => !STATED_ONCE.includes(name) && (found.get(name) ?? null) === null)
    .map(([name, each]) => [name, [...new Set(each.map(([, version]) => version))].join(' / ')]);
  return { ...tools, ...Object.fromEntries(libraries) };
}

/** The Node.js of a variant's server; null where it has not answered, and of one that is not the lab's. */
export function nodeOf({ servers }: Manifest['versions'], variant: string): string | null {
  return servers?.[variant]?.['node'] ?? null;
}
