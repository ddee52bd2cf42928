import type { Seen, TestApp, Visitor } from './test-app.ts';

/** Calls over a real connection: `/api{path}`, JSON both ways. */
export type Caller = (
  visitor: Visitor | null,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Seen>;

/** Opens the server's port and answers how to call it over HTTP. A body that is a text is sent as it is. */
export async function callOverHttp(server: TestApp): Promise<Caller> {
  const address = await server.listen();
  return async (visitor, method, path, body, headers = {}) => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(visitor && { authorization: `Bearer ${visitor.token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text === '' ? null : JSON.parse(text),
      headers: Object.fromEntries(answer.headers),
    };
  };
}

/** How often each race is run: 200 times before a change lands (RELIABILITY 3), fewer while it is being made (decision 13). */
export const ROUNDS = Number(process.env.RACE_ROUNDS ?? 40);

/** The time that a race has for its rounds, ms: far more than it needs. */
export const RACE_MS = Math.max(300_000, ROUNDS * 1_500);

/** Runs all the rounds, so many at a time: what waits for a row lets the others run. */
export async function inRounds(together: number, run: (round: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let round = next++; round < ROUNDS; round = next++) await run(round);
  };
  await Promise.all(times(together, lane));
}

/** The same list in another order, the same for the same round. */
export function shuffled<T>(list: readonly T[], round: number): T[] {
  let state = round + 1;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  return list
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

export const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));
