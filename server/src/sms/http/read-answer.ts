/** The JSON of an answer or a call; null when it is none. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The value at a path such as `data.0.messageId`, as text; null when there is none. */
export function textAt(value: unknown, path: string | null): string | null {
  if (path === null) return null;
  const found = valueAt(value, path);
  if (typeof found === 'string') return found;
  return typeof found === 'number' || typeof found === 'boolean' ? String(found) : null;
}

export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return null;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}

const MAX_DETAIL = 100;
const MAX_ID = 100;

/** What a vendor says of a failure, without what could be a number, a code or one of these secrets, and shortened. */
export function safeDetail(text: string | null, secrets: readonly string[] = []): string | null {
  if (text === null) return null;
  let safe = text;
  for (const secret of secrets) if (secret !== '') safe = safe.replaceAll(secret, '…');
  safe = safe
    .replace(/\d(?:[\s.-]?\d){5,}/g, '…')
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' ')
    .trim();
  return safe === '' ? null : safe.slice(0, MAX_DETAIL);
}

/** A vendor's id of a message; null when it cannot be one. */
export const vendorIdOf = (text: string | null): string | null =>
  text !== null && text.length <= MAX_ID && /^[\x21-\x7e]+$/.test(text) ? text : null;
