import { randomName } from '../lib/stored.ts';

/** Creates idempotency keys: the same body gets the same key, and a different body gets a different key. */
export function newAttempt() {
  const names = new Map<string, string>();
  return {
    keyOf(body: unknown): string {
      const text = JSON.stringify(body);
      const name = names.get(text) ?? randomName();
      names.set(text, name);
      return name;
    },
  };
}
