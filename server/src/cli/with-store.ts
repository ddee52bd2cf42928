import type { Env } from '../env.ts';
import { readEnv } from '../env.ts';
import { openStoreBeside, type Store } from '../start/open-store.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** The shell's exit code after Ctrl-C. */
const INTERRUPTED = 130;

/** Prints a line for the operator. */
export const print = (line: string) => process.stdout.write(`${line}\n`);

interface Using {
  /** Whether to wait for aborted work, which still has to remove its files. */
  readonly hasCleanup?: boolean;
  /** False leaves the schema as it is. */
  readonly migrates?: boolean;
  /** Prints a line elsewhere than on the standard output. */
  readonly say?: (line: string) => void;
  /** A folder for an embedded database of its own, instead of the configured one. */
  readonly elsewhere?: string;
}

/**
 * Opens the configured database for one command and always closes it.
 * @param work its signal is aborted by Ctrl-C
 */
export async function withStore(
  work: (store: Store, env: Env, signal: AbortSignal) => Promise<void>,
  { hasCleanup = false, migrates = true, say = print, elsewhere }: Using = {},
): Promise<void> {
  const settings = readEnv(process.env);
  const env =
    elsewhere === undefined ? settings : { ...settings, DATABASE_URL: undefined, DATA_DIR: elsewhere };
  const stopping = new AbortController();
  let isInterrupted = false;
  let working = Promise.resolve();
  const opening = openStoreBeside(env, {
    print: say,
    migrates,
    onError: (error) => {
      if (!isInterrupted) say(`Connexion à la base perdue : ${error.message}`);
    },
  });
  const interrupt = () => {
    isInterrupted = true;
    stopping.abort();
    // The database rolls back what is unfinished; an embedded one must not be left running.
    opening
      .then(async (store) => {
        if (hasCleanup) await working.catch(() => {});
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
    // The database was closed during the work: the signal handler ends the process.
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
