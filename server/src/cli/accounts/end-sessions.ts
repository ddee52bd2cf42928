import { email } from '@amasin/domain/session/credentials.ts';
import { phone } from '@amasin/domain/users/contact.ts';
import { recordCommand } from '../../audit/recording/record-command.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transaction.ts';
import { findCustomerByPhone, findProfessionalByEmail } from '../../people/queries.ts';
import { deleteAllSessions, deleteSessionsOf } from '../../session/queries.ts';
import { withStore } from '../with-store.ts';
import { checkOption } from './check-option.ts';

interface Options {
  readonly email?: string;
  readonly phone?: string;
  readonly all?: boolean;
}

/** Ends the sessions of one account, or of all, also in a running server. */
export async function endSessions(options: Options): Promise<void> {
  const given = [options.email, options.phone, options.all || undefined].filter((one) => one !== undefined);
  if (given.length !== 1) throw new Error('Indiquez --email, --phone (un client) ou --all.');
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

/** How to find the account's id; null for all accounts. The options are checked before the database is opened. */
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
  if (user === null) throw new Error('Aucun compte trouvé : aucune session n’a été fermée.');
  return user.id;
}
