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

// crypto.randomUUID exists only on https and localhost.
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
