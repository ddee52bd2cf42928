import { hostname } from 'node:os';
import { DEMO_PASSWORD, demoAccounts } from './demo/accounts.ts';
import { readEnv } from './env.ts';
import { OperatorError } from './settings/operator-error.ts';
import { version } from './settings/version.ts';

/** Prints a line for people in the demonstration, else one of the log, at any level: outside it, the output is JSON only. */
const printer = (isDemo: boolean) => (line: string) => {
  const time = Date.now();
  const entry = { level: INFO, time, pid: process.pid, hostname: hostname(), msg: line.trim() };
  process.stdout.write(`${isDemo ? line : JSON.stringify(entry)}\n`);
};

/** The level of pino. */
const INFO = 30;

/** Time limit for finishing requests, jobs and the database on shutdown, ms. */
const HARD_STOP_MS = 15_000;
/** A second signal within this time counts as the same one. */
const ECHO_MS = 1_000;

// Without a listener, a write to a closed pipe or terminal would end the process before the database is stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const print = printer(env.DEMO);
  print(`Amasin ${version} démarre (Node ${process.versions.node}).`);
  // The rest is loaded after validation, so that an invalid setting is reported at once.
  const { startServer } = await import('./start/start-server.ts');
  const stopping = new AbortController();
  const starting = startServer(env, print, stopping.signal);
  const shutdown = stopOnSignals(print, HARD_STOP_MS + env.DRAIN_SECONDS * 1_000, async () => {
    stopping.abort();
    await (await starting).stop();
  });
  const { port, hasDemoAccounts } = await starting;
  if (shutdown.isRequested) return;
  if (env.PUBLIC_URL !== undefined) print(`\nAdresse publique : ${env.PUBLIC_URL}`);
  print(`\nAmasin répond à l’adresse http://localhost:${port}`);
  if (hasDemoAccounts) introduceAccounts(print);
}

function introduceAccounts(print: (line: string) => void): void {
  print(`\nComptes de démonstration (mot de passe : ${DEMO_PASSWORD})`);
  for (const { label, identifier, signInPath } of demoAccounts) {
    print(`  ${label.padEnd(24)} ${identifier.padEnd(26)} ${signInPath}`);
  }
}

/** Handles signals from the beginning, so that an interrupted start does not leave its database running. */
function stopOnSignals(
  print: (line: string) => void,
  limitMs: number,
  stop: () => Promise<void>,
): { readonly isRequested: boolean } {
  let since: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (since !== null) {
      // A terminal signals the whole process group and npm passes the signal on, so it may arrive twice.
      if (Date.now() - since > ECHO_MS) process.exit(1);
      return;
    }
    since = Date.now();
    setTimeout(() => process.exit(1), limitMs).unref();
    print(`Arrêt demandé (${signal})…`);
    stop().then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  return {
    get isRequested() {
      return since !== null;
    },
  };
}

function fail(error: unknown): never {
  // Errors that an operator can fix are printed in one line, all others with their stack.
  const text = error instanceof OperatorError ? error.message : String((error as Error)?.stack ?? error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
