/** Value of the search param of the form for a new prescription. */
export const NEW = 'new';

/** For the same patient, or for another one. */
export type Reuse = 'renew' | 'copy';

/** Value of the search param for a new prescription with the lines of this one. */
export const reuseOf = (how: Reuse, number: string) => `${how}:${number}`;

type Target =
  | { how: 'new' }
  | { how: Reuse; number: string }
  /** Edits an existing prescription. */
  | { how: 'edit'; number: string };

export function readTarget(value: string): Target {
  if (value === NEW) return { how: 'new' };
  const [, how, number] = /^(renew|copy):(.*)$/.exec(value) ?? [];
  if (number === undefined) return { how: 'edit', number: value };
  return { how: how === 'renew' ? 'renew' : 'copy', number };
}
