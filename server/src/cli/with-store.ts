import type { Env } from '../env.ts';
import { readEnv } from '../env.ts';
import { openStoreBeside, type Store } from '../start/open-store.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Opens the database of the settings for one command, and closes it whatever happens. */
export async function withStore(work: (store: Store, env: Env) => Promise<void>): Promise<void> {
  const env = readEnv(process.env);
  const store = await openStoreBeside(env, say, (error) =>
    say(`Connexion à la base perdue : ${error.message}`),
  );
  try {
    await work(store, env);
  } finally {
    await store.close();
  }
}
