import { afterAll, beforeAll, it } from 'vitest';
import { type Caller, callOverHttp, inRounds, RACE_MS, ROUNDS, shuffled } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** The server of the file that runs: `startServer` replaces it. */
export let server: TestApp;
/** Calls that server over real connections. */
export let call: Caller;

/**
 * Starts a server for the file, and checks the invariants of its database after the last race.
 * @param listen returns the URL; replaced by a file that also starts live connections
 */
export function startServer(
  change: Parameters<typeof startTestApp>[0],
  prepare: () => Promise<void>,
  listen = () => server.listen(),
): void {
  beforeAll(async () => {
    server = await startTestApp(change);
    call = await callOverHttp(server, await listen());
    await prepare();
  });
  afterAll(async () => {
    await expectInvariants(server.db);
    await server.close();
  });
}

interface Race<Given, Result> {
  /** Rounds that run at the same time; default: 1. */
  readonly together?: number;
  /** Default: RACE_ROUNDS. */
  readonly rounds?: number;
  /** Runs the callers of the first two rounds one by one, in either order, so that both outcomes occur. */
  readonly eitherFirst?: boolean;
  /** Builds the rows that the callers compete for. */
  readonly given: (round: number) => Promise<Given>;
  readonly callers: (given: Given, round: number) => readonly (() => Promise<Result>)[];
  /** Throws when the outcome is wrong. The results are in the order of `callers`, whatever order they ran in. */
  readonly invariant: (results: Result[], given: Given, round: number) => Promise<void> | void;
  /** Runs after the last round. */
  readonly afterwards?: () => void;
}

/** Defines a test: in each round the callers run concurrently, in an order of that round, and the invariant must hold. */
export function race<Given, Result>(
  title: string,
  { together = 1, rounds = ROUNDS, eitherFirst = false, ...row }: Race<Given, Result>,
): void {
  const run = async (round: number) => {
    const given = await row.given(round);
    const callers = row.callers(given, round);
    const inTurn = eitherFirst && round < 2;
    const results = inTurn ? await oneByOne(callers, round === 1) : await atOnce(callers, round);
    await row.invariant(results, given, round);
  };
  it(
    title,
    async () => {
      await inRounds(together, run, rounds);
      row.afterwards?.();
    },
    RACE_MS,
  );
}

async function atOnce<Result>(callers: readonly (() => Promise<Result>)[], round: number): Promise<Result[]> {
  const results: Result[] = [];
  const running = shuffled([...callers.entries()], round).map(async ([index, caller]) => {
    results[index] = await caller();
  });
  await Promise.all(running);
  return results;
}

async function oneByOne<Result>(
  callers: readonly (() => Promise<Result>)[],
  backwards: boolean,
): Promise<Result[]> {
  const results: Result[] = [];
  const turns = [...callers.entries()];
  for (const [index, caller] of backwards ? turns.toReversed() : turns) results[index] = await caller();
  return results;
}

/** The codes of refusals and the statuses of successes, sorted. */
export const codesOf = (results: readonly { status: number; body: { code?: string } | null }[]) =>
  results.map(({ status, body }) => body?.code ?? status).sort();

/** Reads rows of the server's database. */
// biome-ignore lint/suspicious/noExplicitAny: each statement has its own columns.
export async function rowsOf(text: string, values: readonly unknown[]): Promise<any[]> {
  return (await server.pool.query(text, [...values])).rows;
}

/** Counts the rows of a table that meet a condition: `orders where id = $1`. */
export async function count(from: string, values: readonly unknown[]): Promise<number> {
  return (await rowsOf(`select count(*)::int as n from ${from}`, values))[0].n;
}
