import { z } from 'zod';
import type { UserType } from './user-type.ts';

/** Anyone may call, signed in or not, or only signed-in users of these types. */
export type Access = 'public' | readonly UserType[];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType;

/**
 * One call of the API as plain data: the server binds it, the web app calls it, and OpenAPI and the permission tests are
 * generated from it. `path` is relative to `/api`, with `{name}` for parameters.
 */
export interface Endpoint {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly allow: Access;
  readonly summary: string;
  readonly tag: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The response body of each successful status; `null` for no body (204). */
  readonly responses: { readonly [status: number]: Schema | null };
  /** A repeated `Idempotency-Key` with the same body returns the first response. */
  readonly idempotent?: true;
  /** The body may also be `application/x-www-form-urlencoded`: an outside service decides. The handler reads its bytes. */
  readonly acceptsForms?: true;
  /** The body is `multipart/form-data` with the file's bytes under `file`. */
  readonly upload?: true;
  /** A program calls it: the bearer token is a key that opens this call only, and the body is `text/csv`. */
  readonly byKey?: true;
  /** The response is a file, not JSON. */
  readonly download?: true;
}

/** The response of a download: file contents, never JSON. */
export const fileContents = (description: string) =>
  z.custom<Uint8Array | AsyncIterable<unknown>>().meta({ type: 'string', format: 'binary', description });

/** Defines endpoints that OpenAPI shows under `tag`; their literal types are preserved. */
export function endpointsTagged(tag: string) {
  return <
    const M extends Method,
    const P extends Endpoint['path'],
    const E extends Omit<Endpoint, 'method' | 'path' | 'tag'>,
  >(
    method: M,
    path: P,
    rest: E,
  ) => ({ method, path, tag, ...rest });
}

type Input<S> = S extends Schema ? z.input<S> : undefined;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** A caller sends this. */
export type CallInput<E extends Endpoint> = (E['params'] extends Schema
  ? { params: Input<E['params']> }
  : object) &
  (E['query'] extends Schema ? { query?: Input<E['query']> } : object) &
  (E['body'] extends Schema ? { body: Input<E['body']> } : object);

/** A handler receives this after parsing. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
};

type BodyOf<S> = S extends Schema ? z.output<S> : null;

/** The response body of a successful call, whatever its status. */
export type ResponseBody<E extends Endpoint> = {
  [K in keyof E['responses']]: BodyOf<E['responses'][K]>;
}[keyof E['responses']];
