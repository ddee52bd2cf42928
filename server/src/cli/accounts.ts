import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { timeInBenin } from '@amasin/domain/contract/dates.ts';
import { requiredText } from '@amasin/domain/contract/text.ts';
import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { email, phone } from '@amasin/domain/users/contact.ts';
import { password } from '@amasin/domain/users/password.ts';
import { z } from 'zod';
import { recordCommand } from '../audit/record.ts';
import { systemClock } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { lockByName } from '../database/sql.ts';
import { transact } from '../database/transaction.ts';
import { findCustomerByPhone, findProfessionalByEmail, insertUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';
import { changePassword } from '../session/code-queries.ts';
import { deleteAttemptsOf } from '../session/limit-queries.ts';
import { subjectOf } from '../session/limits.ts';
import { hashPassword } from '../session/passwords.ts';
import { deleteAllSessions, deleteSessionsOf, removeSecondFactor } from '../session/queries.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { deleteSuperAdmin } from '../users/delete.ts';
import { countActiveOf, findInternalAccounts, setActive } from '../users/queries.ts';
import { silently } from './forget-removed.ts';
import { withStore } from './with-store.ts';

interface Options {
  readonly email?: string;
  readonly phone?: string;
  readonly all?: boolean;
}

/** Ends the sessions of one account, or of all, also in a running server. */
export async function endSessions(options: Options): Promise<void> {
  const given = [options.email, options.phone, options.all || undefined].filter((one) => one !== undefined);
  if (given.length !== 1) throw new OperatorError('Indiquez --email, --phone (un client) ou --all.');
  const find = finderOf(options);
  await withStore(async ({ db }) => {
    const ended = await transact(db, async (tx) => {
      const id = find === null ? null : await find(tx);
      await recordCommand(tx, {
        action: 'end-sessions',
        ...(id === null ? { kind: 'list', id: 'sessions' } : { kind: 'user', id }),
      });
      return id === null ? deleteAllSessions(tx) : deleteSessionsOf(tx, id, null);
    });
    process.stdout.write(`Sessions fermées : ${ended}.\n`);
  });
}

/** Returns how to find the account's id; null for all accounts. The options are checked before the database is opened. */
function finderOf(options: Options): ((db: Database) => Promise<string>) | null {
  if (options.email !== undefined) {
    const address = checkOption(email, options.email);
    return async (db) => idOf(await findProfessionalByEmail(db, address));
  }
  if (options.phone !== undefined) {
    const number = checkOption(phone('Téléphone requis'), options.phone);
    return async (db) => idOf(await findCustomerByPhone(db, number));
  }
  return null;
}

function idOf(user: { id: string } | null): string {
  if (user === null) throw new OperatorError('Aucun compte trouvé : aucune session n’a été fermée.');
  return user.id;
}

/** Prints who works for Amasin and how they sign in, so that an operator sees an account that should not be there. */
export async function listStaff(): Promise<void> {
  await withStore(async ({ db }) => {
    const accounts = await findInternalAccounts(db, systemClock.now());
    const lines = accounts.map(({ type, name, email, active, hasSecondFactor, sessions, lastSeenAt }) =>
      [
        userTypeLabels[type],
        name,
        email ?? 'sans e-mail',
        active ? 'actif' : 'désactivé',
        hasSecondFactor ? 'deux étapes' : 'mot de passe seul',
        `sessions : ${sessions}`,
        lastSeenAt === null ? 'pas vu' : `vu le ${timeInBenin(lastSeenAt).slice(0, 16).replace(' ', ' à ')}`,
      ].join(' · '),
    );
    process.stdout.write(
      `${lines.join('\n')}${lines.length > 0 ? '\n' : ''}Comptes du personnel : ${lines.length}.\n`,
    );
  });
}

/**
 * Gives a super administrator a new password, removes their second factor and ends their sessions, also in a running
 * server: for one who has lost their access, and against one who has taken it.
 */
export async function resetSuperAdmin({ email: given }: { email: string }): Promise<void> {
  const address = checkOption(email, given);
  const secret = checkOption(password, await askPassword('rien n’a été changé'));
  await withStore(async ({ db }) => {
    const found = await findProfessionalByEmail(db, address);
    if (found?.type !== 'superAdmin') {
      throw new OperatorError(NO_SUPER_ADMIN);
    }
    const passwordHash = await hashPassword(secret);
    const ended = await transact(db, async (tx) => {
      await changePassword(tx, found.id, passwordHash);
      await removeSecondFactor(tx, found.id);
      // Another person's wrong guesses must not keep them out.
      await deleteAttemptsOf(tx, { kind: 'login', subject: subjectOf('login', address) });
      await recordCommand(tx, { action: 'change-password', kind: 'user', id: found.id });
      await recordCommand(tx, { action: 'remove-second-factor', kind: 'user', id: found.id });
      return deleteSessionsOf(tx, found.id, null);
    });
    process.stdout.write(
      `${address} a un nouveau mot de passe. Sessions fermées : ${ended}. Deuxième étape de connexion : retirée.\n`,
    );
  });
}

const NO_SUPER_ADMIN =
  'Aucun super administrateur n’a cet e-mail (list-staff les donne) : rien n’a été changé.';

/**
 * Does something to one super administrator of which another active one remains afterwards.
 * @throws OperatorError with one line when there is none of this e-mail, or it is the last active one
 */
async function changeSuperAdmin(
  given: string,
  change: (tx: Database, found: { id: string; email: string; active: boolean }) => Promise<string>,
): Promise<void> {
  const address = checkOption(email, given);
  await withStore(async ({ db }) => {
    const done = await transact(db, async (tx) => {
      // Two commands at once must not each leave the other's account as the last one.
      await lockByName(tx, 'super administrators');
      const found = await findProfessionalByEmail(tx, address);
      if (found?.type !== 'superAdmin') throw new OperatorError(NO_SUPER_ADMIN);
      const text = await change(tx, { id: found.id, email: address, active: found.active });
      if ((await countActiveOf(tx, 'superAdmin')) === 0)
        throw new OperatorError('C’est le dernier super administrateur actif : rien n’a été changé.');
      return text;
    });
    process.stdout.write(`${done}\n`);
  });
}

/** Disables a super administrator, whose sessions end, or enables them again: nobody can on a screen (rule 25). */
export const switchSuperAdmin = ({
  email: given,
  off = false,
}: {
  email: string;
  off?: boolean;
}): Promise<void> =>
  changeSuperAdmin(given, async (tx, { id, email: address, active }) => {
    if (active === !off) return `${address} est déjà ${off ? 'désactivé' : 'actif'}.`;
    await setActive(tx, id, !off);
    const ended = off ? await deleteSessionsOf(tx, id, null) : 0;
    await recordCommand(tx, { action: off ? 'deactivate' : 'activate', kind: 'user', id });
    return `${address} est ${off ? `désactivé. Sessions fermées : ${ended}` : 'actif'}.`;
  });

/** Deletes a super administrator as other accounts are: what they did stays, without their name. */
export const removeSuperAdmin = ({ email: given }: { email: string }): Promise<void> =>
  changeSuperAdmin(given, async (tx, { id, email: address }) => {
    const recorder = { clock: systemClock, actor: null };
    await deleteSuperAdmin({ ...recorder, db: tx, jobs: silently }, tx, id);
    return `${address} est supprimé.`;
  });

const account = z.object({ name: requiredText('Nom requis', 120), email, phone: phone('Téléphone requis') });

/** `password` is for tests: on the command line it is asked for. */
type NewSuperAdmin = { name: string; email: string; phone: string; password?: string };

/** Creates a super administrator. This is the only way, since the API cannot (authorization.csv 34). */
export async function createSuperAdmin(options: NewSuperAdmin): Promise<void> {
  const { password: given, ...rest } = options;
  const person = checkOption(account, rest);
  // The password is asked for after the options are validated.
  const secret = checkOption(password, given ?? (await askPassword('rien n’a été créé')));
  await withStore(async ({ db }) => {
    const passwordHash = await hashPassword(secret);
    try {
      await transact(db, async (tx) => {
        const created = { ...person, type: 'superAdmin' as const, passwordHash, verified: true };
        const { id } = await insertUser(tx, { ...created, createdAt: systemClock.now() });
        await recordCommand(tx, { action: 'create', kind: 'user', id });
      });
    } catch (error) {
      if (error instanceof Refusal)
        throw new OperatorError('Un compte existe déjà avec cet e-mail ou ce téléphone.');
      throw error;
    }
    process.stdout.write(`Compte créé : ${person.email} se connecte à l’adresse /admin.\n`);
  });
}

/**
 * Asks for a password on the terminal, without showing it, or reads a line of the input: never an argument, which other
 * users of the machine and the shell's history would see.
 * @throws Error with `nothing` at its end when none is given
 */
async function askPassword(nothing: string): Promise<string> {
  // Hides what is typed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  process.stdout.write('Mot de passe : ');
  // At the end of input, `question` alone would never settle and Node would exit with code 0.
  const closed = once(lines, 'close').then(() => Promise.reject(new Error('closed')));
  try {
    return await Promise.race([lines.question(''), closed]);
  } catch {
    throw new OperatorError(`Aucun mot de passe n’a été donné : ${nothing}.`);
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}

/** @throws Error with the French message of the schema */
export function checkOption<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new OperatorError(parsed.error.issues[0]?.message ?? 'Valeur invalide');
  return parsed.data;
}
