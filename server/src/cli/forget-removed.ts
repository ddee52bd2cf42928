import { randomBytes } from 'node:crypto';
import { recordCommand } from '../audit/record.ts';
import { closeChatsOf } from '../consultations/talk.ts';
import { systemClock } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { readEnv } from '../env.ts';
import { findMoneyHold } from '../payments/queries.ts';
import type { Jobs } from '../ports/jobs.ts';
import { Refusal } from '../refusal.ts';
import { changePassword } from '../session/code-queries.ts';
import { hashPassword } from '../session/passwords.ts';
import { deleteSessionsOf } from '../session/queries.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { reasonOf } from '../start/log.ts';
import { type Listed, readListed, removedPeopleFile } from '../start/removed-people.ts';
import { endHealthConsent } from '../users/consents.ts';
import { deleteAccount } from '../users/delete.ts';
import { findUntouched, setActive } from '../users/queries.ts';
import { print, withStore } from './with-store.ts';

/** Removes again the accounts of a list that a restored database still has, and ends what it has revived of others. */
export async function forgetRemoved(given?: string): Promise<void> {
  const path = given ?? removedPeopleFile(readEnv(process.env).DATA_DIR);
  await withStore(({ db }) => forgetAgain(db, path));
}

/** Nobody is told again: those whom it concerned have been. */
export const silently: Jobs = { add: async () => {}, addLater: async () => {} };

/** @throws OperatorError when the list cannot be read */
export async function forgetAgain(db: Database, path: string): Promise<void> {
  const listed = await readListed(path).catch((error: unknown) => {
    throw new OperatorError(
      `La liste des comptes supprimés ne peut pas être lue (${reasonOf(error)}) : aucun compte n’a été supprimé.`,
      { cause: error },
    );
  });
  const waiting: string[] = [];
  let count = 0;
  for (const id of new Set(listed.filter(({ what }) => what === 'account').map((one) => one.id))) {
    const found = await forget(db, id);
    if (found === 'waits') waiting.push(id);
    if (found === 'removed') count += 1;
  }
  print(`Comptes supprimés depuis cette sauvegarde, supprimés de nouveau : ${count}.`);
  for (const id of waiting) {
    print(
      `Le compte ${id} attend : dans cette sauvegarde, il a une commande ou un gain en cours. Terminez-les, puis : npm run amasin -- forget-removed`,
    );
  }
  await endRevived(db, listed);
}

/**
 * Undoes what a backup has brought back of before its end: old passwords, which somebody else may know, consents that were withdrawn, and
 * accounts that were disabled. Each once: whoever has chosen a new password since keeps it, and who was enabled since stays so.
 */
async function endRevived(db: Database, listed: readonly Listed[]): Promise<void> {
  const hold = await findMoneyHold(db);
  if (hold === null) return;
  const since = (what: Listed['what']) => [
    ...new Set(
      listed.filter((one) => one.what === what && new Date(one.at) > hold.backupAt).map(({ id }) => id),
    ),
  ];
  // Nobody knows it: the next one is asked for by a code, or given by a super administrator.
  const passwordHash = await hashPassword(randomBytes(24).toString('base64url'));
  const passwords = await endPasswords(db, since('password'), { passwordHash, since: hold.backupAt });
  const ctx = { db, clock: systemClock, jobs: silently, actor: null };
  let consents = 0;
  for (const id of since('consent')) if (await endHealthConsent(ctx, id)) consents += 1;
  print(`Mots de passe changés depuis cette sauvegarde, dont l’ancien n’ouvre plus : ${passwords}.`);
  if (passwords > 0)
    print(
      '  Leurs titulaires en choisissent un par « Mot de passe oublié », après resume-money ; ou l’administrateur le donne (reset-superadmin pour un super administrateur).',
    );
  print(`Accords retirés depuis cette sauvegarde, retirés de nouveau : ${consents}.`);
  const switched = listed.filter(({ what, at }) => SWITCHED.includes(what) && new Date(at) > hold.backupAt);
  const last = new Map(
    switched.sort((one, other) => one.at.localeCompare(other.at)).map(({ id, what }) => [id, what]),
  );
  const off = [...last].filter(([, what]) => what === 'disabled').map(([id]) => id);
  const disabled = await disableAgain(db, off, hold.backupAt);
  print(`Comptes désactivés depuis cette sauvegarde, désactivés de nouveau : ${disabled}.`);
}

const SWITCHED: readonly Listed['what'][] = ['disabled', 'enabled'];

function disableAgain(db: Database, ids: readonly string[], since: Date): Promise<number> {
  return transact(db, async (tx) => {
    const active = await findUntouched(tx, ids, { actions: ['activate', 'deactivate'], since });
    for (const id of active) {
      await setActive(tx, id, false);
      await deleteSessionsOf(tx, id, null);
      await closeChatsOf(silently, tx, id, new Date());
      await recordCommand(tx, { action: 'deactivate', kind: 'user', id });
    }
    return active.length;
  });
}

function endPasswords(
  db: Database,
  ids: readonly string[],
  { passwordHash, since }: { passwordHash: string; since: Date },
): Promise<number> {
  return transact(db, async (tx) => {
    const actions = ['change-password', 'reset-password'] as const;
    const old = await findUntouched(tx, ids, { actions, since });
    for (const id of old) {
      await changePassword(tx, id, passwordHash);
      await recordCommand(tx, { action: 'change-password', kind: 'user', id });
    }
    return old.length;
  });
}

async function forget(db: Database, id: string): Promise<'removed' | 'waits' | 'gone'> {
  try {
    const clock = systemClock;
    await deleteAccount({ db, clock, jobs: silently, actor: null }, id);
    return 'removed';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'NOT_FOUND' ? 'gone' : 'waits';
  }
}
