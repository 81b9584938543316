import { ResourceRecording } from '@holbench/harness/resources/record-resources';
import { type StartOptions, startVariant } from '@holbench/harness/start-variant';
import { whileStanding } from '@holbench/harness/with-deadline';
import { messageOf } from '@holbench/process/user-error';
import { DRIVES } from '@holbench/scenarios/drives';
import { pingMessages } from '@holbench/scenarios/families/beside-bulk/ping-messages';
import { isPageCrash } from '@holbench/scenarios/port/call-page';
import { fileBytesOf, hasFeature, scenarioOf } from '@holbench/scenarios/registry';
import type { HostedVariant } from '@holbench/target/hosted-variant';
import { withTarget } from '@holbench/target/with-target';
import { variant as variantOf, type Variant } from '@holbench/variants/registry';
import type { CellOptions, Measured, Sides } from './cell-parts.ts';
import { identity } from './cell-result.ts';
import type { PlannedCell } from './planned-cell.ts';
import { PathRecorder } from './recording/path-recorder.ts';
import { beginLosses, PAGE_CRASHED, RunningCell } from './running-cell.ts';

/** From the start of the server to its final statistics. Fills `measured`, also when it rejects. */
export async function runScenario(
  planned: PlannedCell,
  options: CellOptions,
  sides: Sides,
  logFolder: string,
  measured: Measured,
): Promise<void> {
  const { tools, sibling, debugging, keepCaptures = false } = options;
  const { client, server: place, emulatorPid, link, broken, target } = sides;
  const variant = variantOf(planned.variant);
  await using stack = new AsyncDisposableStack();
  const fileBytes = fileBytesOf(planned.workload, planned.scenario);
  const { factors } = planned;
  // Connections have losses of their own. The server’s start sends nothing over the link.
  const isWhole = !hasFeature(planned.scenario, 'bulk');
  // Without namespaces the two ends of a link cannot be told apart.
  const recorded = planned.recorded && client.netns !== null && place.netns !== null;
  const [started, lossesSeed] = await Promise.allSettled([
    target
      ? target.start(variant, { fileBytes, factors })
      : startHere(variant, {
          tools,
          fileBytes,
          logFolder,
          place,
          factors,
          proxyBuffering: factors.proxyBuffering,
          inspect: debugging?.inspectServer ?? false,
          stampLoads: recorded,
        }),
    isWhole ? beginLosses(planned, sides, planned) : null,
  ]);
  if (started.status === 'rejected') throw started.reason;
  const server = stack.use(started.value);
  if (lossesSeed.status === 'rejected') throw lossesSeed.reason;
  measured.versions = server.versions;
  const { origin, port } = server;
  const { connections } = planned.workload;
  const kept = { cells: sibling.count, connections, keep: keepCaptures };
  const recorder = recorded
    ? stack.use(
        await PathRecorder.open(planned, { client, server: place, port, logFolder, ...kept }),
      )
    : null;
  const emulator = emulatorPid === null ? [] : [{ group: 'emulator', pid: emulatorPid } as const];
  const servers = server.processes.map(({ name, pid }) => ({ group: name, pid }));
  const recording = stack.use(
    new ResourceRecording({ client, server: place }, [...servers, ...emulator], {
      beside: sibling,
      onlyMeasured: scenarioOf(planned.scenario).sideBySide ?? false,
      begin: () => server.record(),
    }),
  );
  const parts = { options, sides, origin, logFolder, recorder, recording, measured };
  const cell = stack.use(new RunningCell(planned, parts));
  const drive = DRIVES[planned.scenario];
  if (!drive) throw new Error(`the scenario ${planned.scenario} has no drive in drives.ts`);
  const serverEnded = server.ended.then((how) => Promise.reject(new Error(how)));
  await sibling.drive(async () => {
    try {
      await whileStanding(drive(cell), [serverEnded, broken, ...cell.endings]);
    } catch (failure) {
      // Its resources may explain the failure; without them, the failure still counts.
      measured.resources = await recording.end().catch(() => null);
      // A call of the page fails, too, and may be noticed first.
      throw cell.hasCrashed || isPageCrash(messageOf(failure)) ? new Error(PAGE_CRASHED) : failure;
    }
    measured.resources = await recording.end();
  });
  // With its clients nothing crosses the link any more.
  await cell[Symbol.asyncDispose]();
  const [{ summary, resources }, packets] = await Promise.all([
    server.stop(),
    isWhole && link ? link.packets() : null,
  ]);
  measured.summary = summary;
  measured.resources = measured.resources && withTarget(measured.resources, resources);
  measured.link = packets && { seed: lossesSeed.value, ...packets };
  const pings = pingMessages(summary?.pings ?? [], measured.connections, variant.protocol);
  const base = { ...identity(planned, options.run), warmup: false };
  measured.samples.push(...pings.map((each) => ({ ...base, ...each })));
  if (recorder) measured.ways = await recorder.find(measured.samples, summary?.loadsAtMs ?? []);
}

/** A variant on this machine. Its processes are recorded with the clients', so nothing comes at its end. */
async function startHere(variant: Variant, options: StartOptions): Promise<HostedVariant> {
  const running = await startVariant(variant, options);
  return {
    ...running,
    record: async () => {},
    stop: async () => ({ summary: await running.stop(), resources: null }),
  };
}
