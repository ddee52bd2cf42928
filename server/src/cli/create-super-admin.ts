import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { requiredText } from '@amasin/domain/contract/text.ts';
import { email, password } from '@amasin/domain/session/credentials.ts';
import { phone } from '@amasin/domain/users/contact.ts';
import { z } from 'zod';
import { insertUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';
import { hashPassword } from '../session/passwords.ts';
import { withStore } from './with-store.ts';

const account = z.object({ name: requiredText('Nom requis', 120), email, phone: phone('Téléphone requis') });

type Options = { name: string; email: string; phone: string; password?: string };

/** Creates a super administrator. This is the only way, since the API cannot (authorization.csv 34). */
export async function createSuperAdmin(options: Options): Promise<void> {
  const { password: given, ...rest } = options;
  const person = check(account, rest);
  // Asked for after validating the options.
  const secret = check(password, given ?? (await askPassword()));
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
      if (error instanceof Refusal) throw new Error('Un compte existe déjà avec cet e-mail ou ce téléphone.');
      throw error;
    }
    process.stdout.write(`Compte créé : ${person.email} se connecte à l’adresse /admin.\n`);
  });
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message ?? 'Valeur invalide');
  return parsed.data;
}

async function askPassword(): Promise<string> {
  // Hides what is typed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  process.stdout.write('Mot de passe : ');
  // At the end of input, `question` alone would never settle and Node would exit with code 0.
  const closed = once(lines, 'close').then(() => Promise.reject(new Error('closed')));
  try {
    return await Promise.race([lines.question(''), closed]);
  } catch {
    throw new Error('Aucun mot de passe n’a été donné : rien n’a été créé.');
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}
