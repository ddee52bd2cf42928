const KEY = /^[\w-]{8,100}$/;

export const isKey = (key: string): boolean => KEY.test(key);

/** @throws Error for a key that could name something else than a file of ours */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('invalid key');
  return key;
}

/** The name of the house's mark, beside the files. */
export const MARK = 'house';
