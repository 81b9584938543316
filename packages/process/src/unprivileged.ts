import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { messageOf, UserError } from './user-error.ts';
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

/** What the other user may do: with a file, and in a folder, of which it can remove nothing that is not its own. */
interface Lent {
  readonly file: number;
  readonly folder: number;
}

const READ: Lent = { file: 0o040, folder: 0o050 };
const WRITE: Lent = { file: 0o060, folder: 0o1070 };

/** Lets programs without root's rights read one of root's files, or enter one of its folders, in which root goes on writing. */
export function letRead(path: string): Promise<void> {
  return lend(path, READ);
}

/**
 * Lets programs without root's rights read and write one of root's files, or add files to one of root's folders. In
 * such a folder root must make nothing by a name that can be guessed: it would follow a link that is there already.
 */
export function letWrite(path: string): Promise<void> {
  return lend(path, WRITE);
}

/** @throws UserError where the path is a link, or another name of a file: nothing else is given away in its place. */
async function lend(path: string, lent: Lent): Promise<void> {
  const rights = await rightsOf();
  if (rights.kind !== 'dropped') return;
  const { uid, gid } = rights.user;
  await using opened = await openItself(path);
  const found = await opened.stat();
  if (found.isFile() && found.nlink > 1) throw new UserError(`${path} has another name, too`);
  // What the other user owns already is its own.
  if (found.uid === uid) return;
  if (uid !== NOBODY_ELSE.uid) {
    // Others may be of the user's group.
    if (found.uid === 0) await opened.chown(uid, gid);
    return;
  }
  await opened.chown(found.uid, gid);
  await opened.chmod((found.mode & 0o7777) | (found.isDirectory() ? lent.folder : lent.file));
}

/** Opens a file or a folder, and not what a link in its place leads to. */
async function openItself(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw new UserError(`${path} cannot be lent: ${messageOf(error)}`);
  }
}
