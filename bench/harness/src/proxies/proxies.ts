import type { VariantProxy } from '@holbench/variants/registry';
import { caddy } from './caddy.ts';
import { envoy } from './envoy.ts';
import { gateway } from './gateway.ts';
import { nginx } from './nginx.ts';
import type { Proxy } from './proxy.ts';

/** Every kind of proxy that the registry names. */
export const PROXIES: Readonly<Record<VariantProxy['kind'], Proxy>> = {
  caddy,
  envoy,
  nginx,
  gateway,
};
