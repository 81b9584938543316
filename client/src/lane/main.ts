import { messageOf } from '@holbench/process/user-error';
import * as v from 'valibot';
import { connect } from '../page/connect.ts';
import { LaneCommand, type LaneReport } from './lane-messages.ts';
import { LaneSession } from './lane-session.ts';

/**
 * A lane of the demo. Its server lets one origin frame it (`frame-ancestors`), so that is the demo's; it says
 * its name in the address.
 */
const demo = new URLSearchParams(location.search).get('demo') ?? '';

/** Longer reasons are refused. */
const MOST_CHARACTERS = 1_000;

function report(said: LaneReport): void {
  parent.postMessage(shortened(said), demo);
}

function shortened(said: LaneReport): LaneReport {
  const cut = (reason: string) => reason.slice(0, MOST_CHARACTERS);
  if ('reason' in said) return { ...said, reason: cut(said.reason) };
  if (said.is !== 'ended' || said.outcome.status === 'ok') return said;
  return { ...said, outcome: { ...said.outcome, reason: cut(said.outcome.reason) } };
}

report({ is: 'loaded' });
try {
  const context = await connect();
  const session = new LaneSession(context, report);
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    const command = v.safeParse(LaneCommand, data);
    if (source !== parent || origin !== demo || !command.success) return;
    session.run(command.output).catch((error: unknown) => {
      report({ is: 'broken', reason: messageOf(error) });
    });
  });
  report({ is: 'ready' });
} catch (error) {
  report({ is: 'broken', reason: messageOf(error) });
}
