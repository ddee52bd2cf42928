import type { Env } from '../env.ts';
import { readEnv } from '../env.ts';
import { openStoreBeside, type Store } from '../start/open-store.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** What a shell calls a command that Ctrl-C ended. */
const INTERRUPTED = 130;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Opens the database of the settings for one command, and closes it whatever happens. */
export async function withStore(work: (store: Store, env: Env) => Promise<void>): Promise<void> {
  const env = readEnv(process.env);
  let isInterrupted = false;
  const opening = openStoreBeside(env, say, (error) => {
    if (!isInterrupted) say(`Connexion à la base perdue : ${error.message}`);
  });
  const interrupt = () => {
    isInterrupted = true;
    // What is not finished is undone by the database itself, which must not be left running.
    opening.then((store) => store.stopEmbedded()).finally(() => process.exit(INTERRUPTED));
  };
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    const store = await opening;
    try {
      await work(store, env);
    } finally {
      if (!isInterrupted) await store.close();
    }
  } catch (error) {
    if (!isInterrupted) throw error;
    // The database was taken from under the work: the signal ends the process.
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
