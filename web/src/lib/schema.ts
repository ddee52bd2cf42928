/**
 * Reads a value of unknown shape, such as one from local storage, which anyone may have changed; throws when it has another
 * shape. Any function of this type is one. Zod would add 25 kB to the pages of visitors.
 */
export type Schema<T> = (value: unknown) => T;

function fail(): never {
  throw new TypeError('a value of another shape');
}

export const text: Schema<string> = (value) => (typeof value === 'string' ? value : fail());

export const number: Schema<number> = (value) => (typeof value === 'number' ? value : fail());

export const flag: Schema<boolean> = (value) => (typeof value === 'boolean' ? value : fail());

export const oneOf =
  <T>(values: readonly T[]): Schema<T> =>
  (value) =>
    values.includes(value as T) ? (value as T) : fail();

/** A value that also meets this condition. */
export const where =
  <T>(schema: Schema<T>, holds: (value: T) => boolean): Schema<T> =>
  (value) => {
    const read = schema(value);
    return holds(read) ? read : fail();
  };

/** A time, ISO or ms, that is no more than `maxAge` ms ago. */
export const recent = <T extends string | number>(schema: Schema<T>, maxAge: number): Schema<T> =>
  where(schema, (at) => Date.now() - new Date(at).getTime() < maxAge);

export const nullable =
  <T>(schema: Schema<T>): Schema<T | null> =>
  (value) =>
    value === null ? null : schema(value);

/** A value that is missing or of another shape is replaced: by `undefined` in an optional field. */
export const or =
  <T, F = T>(schema: Schema<T>, fallback: F): Schema<T | F> =>
  (value) => {
    try {
      return schema(value);
    } catch {
      return fallback;
    }
  };

/** Entries of another shape are left out. */
export const list =
  <T>(schema: Schema<T>): Schema<T[]> =>
  (value) => {
    const entry = or<T[]>((one) => [schema(one)], []);
    return Array.isArray(value) ? value.flatMap((one) => entry(one)) : fail();
  };

type Fields<T> = { [K in keyof T]-?: Schema<T[K] | (object extends Pick<T, K> ? undefined : never)> };

/** Other fields than these remain as they are. */
export const object =
  <T extends object>(fields: Fields<T>): Schema<T> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return fail();
    const read: Record<string, unknown> = { ...value };
    for (const [name, schema] of Object.entries<Schema<unknown>>(fields)) read[name] = schema(read[name]);
    return read as T;
  };

/** An object that the server has sent: only the fields that must not fail are checked. */
export const sent: <T extends object>(fields: Partial<Fields<T>>) => Schema<T> = object as never;
