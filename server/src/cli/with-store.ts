import type { Env } from '../env.ts';
import { readEnv } from '../env.ts';
import { openStoreBeside, type Store } from '../start/open-store.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** What a shell calls a command that Ctrl-C ended. */
const INTERRUPTED = 130;

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Opens the database of the settings for one command, and closes it whatever happens.
 * @param work its signal is aborted by Ctrl-C
 * @param undoes work that leaves more than rows undoes it once aborted, and is waited for
 */
export async function withStore(
  work: (store: Store, env: Env, signal: AbortSignal) => Promise<void>,
  { undoes = false } = {},
): Promise<void> {
  const env = readEnv(process.env);
  const stopping = new AbortController();
  let isInterrupted = false;
  let working = Promise.resolve();
  const opening = openStoreBeside(env, say, (error) => {
    if (!isInterrupted) say(`Connexion à la base perdue : ${error.message}`);
  });
  const interrupt = () => {
    isInterrupted = true;
    stopping.abort();
    // What is not finished is undone by the database itself, which must not be left running.
    opening
      .then(async (store) => {
        if (undoes) await working.catch(() => {});
        await store.stopEmbedded();
      })
      .finally(() => process.exit(INTERRUPTED));
  };
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    const store = await opening;
    try {
      working = work(store, env, stopping.signal);
      await working;
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
