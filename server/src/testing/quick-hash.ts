import { plainPassword } from '@amasin/domain/users/password.ts';
import { hash } from '@node-rs/argon2';

// Argon2id, as in session/passwords.ts.
const ARGON2ID = 2;

/** A hash that is verified in no time, since it names its own low cost: for tests that try hundreds of passwords. */
export const quickHash = (password: string): Promise<string> =>
  hash(plainPassword(password), { algorithm: ARGON2ID, memoryCost: 8, timeCost: 1, parallelism: 1 });
