import type { Seen, TestApp, Visitor } from './test-app.ts';

/** A JSON call to `/api{path}` over a real connection. */
export type Caller = (
  visitor: Visitor | null,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Seen>;

/**
 * Returns a function for calls over HTTP. A string body is sent unchanged.
 * @param url URL of the server when it already listens; default: listens on a port
 */
export async function callOverHttp(server: TestApp, url?: string): Promise<Caller> {
  const base = url ?? (await server.listen());
  return async (visitor, method, path, body, headers = {}) => {
    const response = await fetch(`${base}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(visitor && { authorization: `Bearer ${visitor.token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? null : JSON.parse(text),
      headers: Object.fromEntries(response.headers),
    };
  };
}

/** Rounds of each race: 5 in `npm test`, 200 before a release (decision 53). */
export const ROUNDS = Number(process.env.RACE_ROUNDS ?? 5);

/** Timeout of a race, ms: far more than it needs. */
export const RACE_MS = Math.max(300_000, ROUNDS * 1_500);

/** Runs all rounds, several concurrently. */
export async function inRounds(
  together: number,
  run: (round: number) => Promise<void>,
  rounds = ROUNDS,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let round = next++; round < rounds; round = next++) await run(round);
  };
  await Promise.all(times(together, lane));
}

/** A deterministic permutation for each round. */
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
