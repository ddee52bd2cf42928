import { EmbeddedStartError } from './database/embedded/start-error.ts';
import { DEMO_PASSWORD, demoAccounts } from './demo/accounts.ts';
import { type Env, readEnv } from './env.ts';
import { type RunningServer, startServer } from './start/start-server.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A running request has this long to end once the server is asked to stop, ms. */
const HARD_STOP_MS = 15_000;
/** Signals that follow the first so closely are the same one. */
const ECHO_MS = 1_000;

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const server = await startServer(env, say);
  stopOnSignals(server);
  say(`\nAmasin répond à l’adresse http://localhost:${server.port}`);
  if (env.DEMO) introduceAccounts(env);
}

function introduceAccounts(env: Env): void {
  if (env.DATABASE_URL !== undefined) return;
  say(`\nComptes de démonstration (mot de passe : ${DEMO_PASSWORD})`);
  for (const { label, identifier, door } of demoAccounts) {
    say(`  ${label.padEnd(24)} ${identifier.padEnd(26)} ${door}`);
  }
}

function stopOnSignals(server: RunningServer): void {
  let since: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (since !== null) {
      // A terminal sends its signal to the whole group, and npm's scripts pass it on: the echo is no second wish.
      if (Date.now() - since > ECHO_MS) process.exit(1);
      return;
    }
    since = Date.now();
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    say(`Arrêt demandé (${signal})…`);
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
}

main().catch((error: unknown) => {
  // What an operator can mend is said in one line; anything else with all that is known.
  const isPlain =
    error instanceof EmbeddedStartError || (error instanceof Error && /^Réglage /.test(error.message));
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (isTaken) process.stderr.write('Ce port est déjà pris : changez PORT.\n');
  else
    process.stderr.write(
      `${isPlain ? (error as Error).message : String((error as Error)?.stack ?? error)}\n`,
    );
  process.exit(1);
});
