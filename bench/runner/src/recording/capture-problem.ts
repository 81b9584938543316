interface EndedCapture {
  /** Such as "same-server". */
  readonly name: string;
  /** What dumpcap wrote. */
  readonly log: readonly string[];
  /** Before it was to end. */
  readonly endedEarly: boolean;
  /** Of its file, in bytes. */
  readonly size: number;
}

/** dumpcap's last line: `Packets received/dropped on interface 'hb0': 28944/12 (pcap:…`. */
const COUNTS = /^Packets received\/dropped on interface .*: (\d+)\/(\d+) \(/;

/** What is wrong with a capture that has ended, with the remedy; null: nothing. */
export function captureProblem({ name, log, endedEarly, size }: EndedCapture): string | null {
  const [, received, dropped] = log.map((line) => COUNTS.exec(line)).find(Boolean) ?? [];
  if (received === undefined || dropped === undefined) {
    return `${name}: dumpcap did not end as it should: ${log.at(-1) ?? 'it wrote nothing'}`;
  }
  if (Number(dropped) > 0) {
    return `${name}: dumpcap dropped ${dropped} of ${Number(received) + Number(dropped)} packets; the machine was too busy: fewer --jobs`;
  }
  if (!endedEarly) return null;
  const atLimit = log.every((line) => !line.startsWith('dumpcap: '));
  if (atLimit) {
    return `${name}: the capture ended at its limit, ${Math.round(size / 1e6)} MB; give a shorter --transfer-time, or a slower network`;
  }
  return `${name}: the capture ended early: ${log.findLast((line) => line.startsWith('dumpcap: '))}`;
}
