import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Reads "add GROUP" and "remove GROUP" until its input ends, which the kernel brings about however
 * the writer ends. Then SIGTERM to the groups that are left, up to 2 s of grace, SIGKILL.
 */
const SCRIPT = `
groups=
while read -r verb group; do
  others=
  for each in $groups; do
    [ "$each" = "$group" ] || others="$others $each"
  done
  groups=$others
  [ "$verb" = remove ] || groups="$groups $group"
done
signal() {
  found=1
  for each in $groups; do
    kill -s "$1" -- "-$each" && found=0
  done
  return $found
}
signal TERM
for tenth in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  signal 0 || exit 0
  sleep 0.1
done
signal KILL`;

const groups = new Set<number>();
let watcher: ChildProcess | null = null;

/**
 * Ends a process group when this process has ended, even by SIGKILL: in about 2 s (docs/decisions/0040).
 * @param group id of its first process.
 * @returns a function to call once the group has ended: another may get its id then.
 */
export function watchGroup(group: number): () => void {
  groups.add(group);
  if (watcher === null) start();
  else tell(`add ${group}`);
  return () => {
    if (groups.delete(group)) tell(`remove ${group}`);
  };
}

function start(): void {
  // In a session of its own, so that Ctrl-C does not end it; in no folder that somebody may unmount.
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  const started = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, cwd: '/', stdio: [...stdio] });
  watcher = started;
  // Another one starts with the next group.
  started.once('error', () => (watcher = null)).once('exit', () => (watcher = null));
  started.stdin?.on('error', () => {});
  started.unref();
  for (const group of groups) tell(`add ${group}`);
}

/** In the kernel’s hands when it returns: libuv writes at once where there is room. */
function tell(line: string): void {
  watcher?.stdin?.write(`${line}\n`);
}
