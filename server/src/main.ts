import { EmbeddedStartError } from './database/embedded/start-error.ts';
import { DEMO_PASSWORD, demoAccounts } from './demo/accounts.ts';
import { readEnv } from './env.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Once asked to stop, the server has this long for requests, jobs and database, ms (RELIABILITY 4). */
const HARD_STOP_MS = 15_000;
/** Signals that follow the first so closely are the same one. */
const ECHO_MS = 1_000;

async function main(): Promise<void> {
  const env = readEnv(process.env);
  // All the rest is loaded once the settings are right: a wrong one is said at once.
  const { startServer } = await import('./start/start-server.ts');
  const starting = startServer(env, say);
  const wish = stopOnSignals(async () => (await starting).stop());
  const { port, hasDemoAccounts } = await starting;
  if (wish.isHeard) return;
  say(`\nAmasin répond à l’adresse http://localhost:${port}`);
  if (hasDemoAccounts) introduceAccounts();
}

function introduceAccounts(): void {
  say(`\nComptes de démonstration (mot de passe : ${DEMO_PASSWORD})`);
  for (const { label, identifier, door } of demoAccounts) {
    say(`  ${label.padEnd(24)} ${identifier.padEnd(26)} ${door}`);
  }
}

/** Heard from the first moment on: a start that is stopped half-way must not leave its database running. */
function stopOnSignals(stop: () => Promise<void>): { readonly isHeard: boolean } {
  let since: number | null = null;
  const hear = (signal: NodeJS.Signals) => {
    if (since !== null) {
      // A terminal sends its signal to the whole group, and npm's scripts pass it on: the echo is no second wish.
      if (Date.now() - since > ECHO_MS) process.exit(1);
      return;
    }
    since = Date.now();
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    say(`Arrêt demandé (${signal})…`);
    stop().then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, hear);
  return {
    get isHeard() {
      return since !== null;
    },
  };
}

function fail(error: unknown): never {
  // What an operator can mend is said in one line; anything else with all that is known.
  const isPlain =
    error instanceof EmbeddedStartError || (error instanceof Error && /^Réglage /.test(error.message));
  process.stderr.write(`${isPlain ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
}

main().catch(fail);
