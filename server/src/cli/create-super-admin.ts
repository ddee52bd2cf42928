import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { requiredText } from '@amasin/domain/contract/text.ts';
import { email, password } from '@amasin/domain/session/credentials.ts';
import { phone } from '@amasin/domain/users/phone.ts';
import { z } from 'zod';
import { isDuplicate } from '../database/errors.ts';
import { hashPassword } from '../session/passwords.ts';
import { insertUser } from '../users/queries.ts';
import { withStore } from './with-store.ts';

const account = z.object({
  name: requiredText('Nom requis', 120),
  email,
  phone: phone('Téléphone requis'),
  password,
});

type Options = { name: string; email: string; phone: string; password?: string };

/** Makes a super administrator: the only way there is, since no call of the API can (csv 34). */
export async function createSuperAdmin(options: Options): Promise<void> {
  const given = { ...options, password: options.password ?? (await askPassword()) };
  const parsed = account.safeParse(given);
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message ?? 'Valeur invalide');
  const { password: secret, ...person } = parsed.data;
  await withStore(async ({ db }) => {
    const passwordHash = await hashPassword(secret);
    try {
      await insertUser(db, {
        ...person,
        type: 'superAdmin',
        passwordHash,
        verified: true,
        createdAt: new Date(),
      });
    } catch (error) {
      if (isDuplicate(error)) throw new Error('Un compte existe déjà avec cet e-mail ou ce téléphone.');
      throw error;
    }
    process.stdout.write(`Compte créé : ${person.email} se connecte à l’adresse /admin.\n`);
  });
}

async function askPassword(): Promise<string> {
  // What is typed is not echoed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  process.stdout.write('Mot de passe : ');
  const answer = await lines.question('');
  lines.close();
  process.stdout.write('\n');
  return answer;
}
