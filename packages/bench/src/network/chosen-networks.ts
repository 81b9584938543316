import { type ProfileOptions, profilesOf } from '@holbench/netem/profile-options';
import type { TcpOptions } from '@holbench/netem/tcp-options';
import { shellWord } from '@holbench/platform/shell-word';
import type { NetworkProfile } from '@holbench/results/network-profile';

/** What the command line says of networks. */
export interface NetworkOptions extends ProfileOptions, TcpOptions {
  readonly backend?: string;
}

const FLAGS = {
  down: '--down',
  up: '--up',
  delay: '--delay',
  jitter: '--jitter',
  loss: '--loss',
  burst: '--burst',
  queue: '--queue',
  backend: '--backend',
  tcpCc: '--tcp-cc',
  notsentLowat: '--notsent-lowat',
} as const satisfies Partial<Record<keyof NetworkOptions, string>>;

/**
 * The chosen networks in the order given, each with the options that choose it alone again, as a
 * shell takes them.
 * @throws UserError as `profilesOf`.
 */
export function chosenNetworks(
  options: NetworkOptions,
): { profile: NetworkProfile; options: string }[] {
  const flags = Object.entries(FLAGS).flatMap(([name, flag]) => {
    const given = options[name as keyof typeof FLAGS];
    return given === undefined ? [] : [`${flag} ${shellWord(given)}`];
  });
  // As `profilesOf` does, which answers in this order.
  const names = [...new Set(options.networks)];
  return profilesOf(options).map((profile, index) => ({
    profile,
    options: [`--networks ${shellWord(names[index] ?? '')}`, ...flags].join(' '),
  }));
}
