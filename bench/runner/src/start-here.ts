import type { Variant } from '@holbench/variants/registry';
import { type StartOptions, startVariant } from '@holbench/harness/start-variant';
import type { HostedVariant } from '@holbench/target/hosted-variant';

/** A variant on this machine. Its processes are recorded with the clients', so nothing comes at its end. */
export async function startHere(variant: Variant, options: StartOptions): Promise<HostedVariant> {
  const running = await startVariant(variant, options);
  return {
    ...running,
    record: async () => {},
    stop: async () => ({ summary: await running.stop(), resources: null }),
  };
}
