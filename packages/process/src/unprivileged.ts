import { chmod, chown, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { messageOf } from './user-error.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { runTool } from './run-tool.ts';

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** As whom a server, a proxy or a browser runs: as this process does, or as a user without root's rights. */
export type Rights =
  | { readonly kind: 'own' }
  | { readonly kind: 'root'; readonly reason: string }
  | { readonly kind: 'dropped'; readonly user: User };

/** Of no account and of no other program: systemd.io/UIDS-GIDS leaves 65520 to 65533 unused. */
const NOBODY_ELSE: User = { uid: 65_530, gid: 65_530 };

/** For whom sudo runs this program, else a user of the lab's own. */
export function chosenUser({ SUDO_UID, SUDO_GID }: NodeJS.ProcessEnv): User {
  const [uid, gid] = [Number(SUDO_UID), Number(SUDO_GID)];
  return uid > 0 && gid > 0 ? { uid, gid } : NOBODY_ELSE;
}

/** Whether files of this user are this process's, or of the user for whom sudo runs it as root. */
export function isOurs(uid: number): boolean {
  const own = process.getuid?.();
  return uid === own || (own === 0 && uid === chosenUser(process.env).uid);
}

const decided = new Map<string, Promise<Rights>>();

/**
 * As whom a program runs that needs no rights of root. Root's is tried as the other user, once: that it can be
 * run, the checkout be read, and the folder for temporary files be entered.
 * @param program path or name; default: this Node.js.
 */
export function rightsOf(program: string = process.execPath): Promise<Rights> {
  const known = decided.get(program) ?? decide(program);
  decided.set(program, known);
  return known;
}

async function decide(program: string): Promise<Rights> {
  if (process.getuid?.() !== 0) return { kind: 'own' };
  if (process.platform !== 'linux') return { kind: 'root', reason: 'setpriv is of Linux' };
  const own = program === process.execPath ? null : await rightsOf();
  if (own?.kind === 'root') return own;
  const user = chosenUser(process.env);
  const { command, args } = commandOf(user, 'sh', ['-c', TRIAL, PROJECT_ROOT, program, tmpdir()]);
  try {
    await runTool(command, args);
    return { kind: 'dropped', user };
  } catch (error) {
    return { kind: 'root', reason: messageOf(error) };
  }
}

const TRIAL = `
fail() {
  echo "user $(id -u) cannot $1 a folder that others may enter"
  exit 1
} >&2
[ -r "$0/package.json" ] || fail "read $0: move the checkout to"
path=$(command -v "$1") && [ -x "$path" ] || fail "run $1: have it in"
[ -x "$2" ] || fail "enter $2: set TMPDIR to"`;

/** A command without root's rights, where {@link rightsOf} its program says so. In a network namespace it is the inner one. */
export async function withoutRights(
  command: string,
  args: readonly string[],
): Promise<{ command: string; args: string[] }> {
  const rights = await rightsOf(command);
  if (rights.kind === 'dropped') return commandOf(rights.user, command, args);
  return { command, args: [...args] };
}

/** The program replaces setpriv(1), in the same process. */
function commandOf({ uid, gid }: User, command: string, args: readonly string[]) {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const nothingMore = ['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'];
  return { command: 'setpriv', args: [...user, ...nothingMore, '--', command, ...args] };
}

/**
 * Lets programs without root's rights read and write one of root's files, or add files to one of root's folders.
 * Of a folder they can remove nothing that is not theirs.
 */
export async function letWrite(path: string): Promise<void> {
  const rights = await rightsOf();
  if (rights.kind !== 'dropped') return;
  const { uid, gid } = rights.user;
  const found = await stat(path);
  if (uid !== NOBODY_ELSE.uid) {
    // Others may be of the user's group. What the user owns already is theirs to write.
    if (found.uid === 0) await chown(path, uid, gid);
    return;
  }
  await chown(path, found.uid, gid);
  await chmod(path, (found.mode & 0o7777) | (found.isDirectory() ? 0o1070 : 0o060));
}
