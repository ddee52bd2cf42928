import { requiredText } from '@amasin/domain/contract/text.ts';
import { email, password } from '@amasin/domain/session/credentials.ts';
import { phone } from '@amasin/domain/users/contact.ts';
import { z } from 'zod';
import { recordCommand } from '../audit/recording/record-command.ts';
import { transact } from '../database/transaction.ts';
import { insertUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';
import { hashPassword } from '../session/passwords.ts';
import { askPassword } from './accounts/ask-password.ts';
import { checkOption } from './accounts/check-option.ts';
import { withStore } from './with-store.ts';

const account = z.object({ name: requiredText('Nom requis', 120), email, phone: phone('Téléphone requis') });

/** `password` is for tests: on the command line it is asked for. */
type Options = { name: string; email: string; phone: string; password?: string };

/** Creates a super administrator. This is the only way, since the API cannot (authorization.csv 34). */
export async function createSuperAdmin(options: Options): Promise<void> {
  const { password: given, ...rest } = options;
  const person = checkOption(account, rest);
  // Asked for after validating the options.
  const secret = checkOption(password, given ?? (await askPassword('rien n’a été créé')));
  await withStore(async ({ db }) => {
    const passwordHash = await hashPassword(secret);
    try {
      await transact(db, async (tx) => {
        const created = { ...person, type: 'superAdmin' as const, passwordHash, verified: true };
        const { id } = await insertUser(tx, { ...created, createdAt: new Date() });
        await recordCommand(tx, { action: 'create', kind: 'user', id });
      });
    } catch (error) {
      if (error instanceof Refusal) throw new Error('Un compte existe déjà avec cet e-mail ou ce téléphone.');
      throw error;
    }
    process.stdout.write(`Compte créé : ${person.email} se connecte à l’adresse /admin.\n`);
  });
}
