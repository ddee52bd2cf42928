import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { EmbeddedStartError } from './start-error.ts';

/** The unprivileged system user for PostgreSQL, which refuses to run as root. */
export type Account = { name: string; uid: number; gid: number };

const CANDIDATES = ['postgres', 'nobody'];

/**
 * The user for PostgreSQL: undefined unless we are root. Existing data keeps its owner, so that one start
 * with sudo does not make the database inaccessible to its developer.
 */
export function chooseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) {
    const name = accounts.find((account) => account.uid === owner.uid)?.name ?? String(owner.uid);
    return { name, uid: owner.uid, gid: owner.gid };
  }
  for (const name of CANDIDATES) {
    const account = accounts.find((one) => one.name === name);
    if (account) return account;
  }
  throw new EmbeddedStartError(
    'PostgreSQL refuse de tourner en root et ce système n’a ni utilisateur postgres ni utilisateur nobody : lancez Amasin avec un autre utilisateur, ou indiquez DATABASE_URL.',
  );
}

function readAccounts(): Account[] {
  const accounts: Account[] = [];
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid) accounts.push({ name, uid: toId(uid), gid: toId(gid) });
  }
  return accounts;
}

/** Converts a user id to unsigned: macOS prints large ids as negative numbers. */
function toId(text: string): number {
  return Number(text) >>> 0;
}

/**
 * Whether the account can enter the folders and read the files. Checked as that user, because only the system
 * can evaluate its access lists, mounts and parent folders.
 */
export function canReach(
  account: Account | undefined,
  needed: { folders?: string[]; files?: string[]; programs?: string[] },
): boolean {
  if (account === undefined) return true;
  const checks = [
    ...(needed.folders ?? []).map((path) => ['-x', path]),
    ...(needed.files ?? []).map((path) => ['-r', path]),
    ...(needed.programs ?? []).map((path) => ['-x', path]),
  ];
  const script = 'while [ $# -gt 0 ]; do test "$1" "$2" || exit 1; shift 2; done';
  const { uid, gid } = account;
  return (
    spawnSync('/bin/sh', ['-c', script, 'sh', ...checks.flat()], {
      uid,
      gid,
      cwd: '/',
    }).status === 0
  );
}
