import { z } from 'zod';
import type { UserType } from '../users/user-type.ts';

/** Who may call: everybody (a token changes nothing), or signed-in people of these types. */
export type Access = 'public' | readonly UserType[];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType;

/**
 * One call of the API, as plain data: the server binds it, the web calls it, OpenAPI and the permission tests are made
 * from it. `path` is relative to `/api`, with `{name}` for parameters, as WIRE.md writes it.
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
  /** Every successful status with the shape of its answer; `null` for an answer without body (204). */
  readonly answers: { readonly [status: number]: Schema | null };
  /** The same key and body give the first answer again (header `Idempotency-Key`). */
  readonly idempotent?: true;
  /** Its body is a form with a file (`multipart/form-data`), the file's bytes under `file`. */
  readonly upload?: true;
  /** Its answer is a file, not JSON. */
  readonly download?: true;
}

/** Keeps the literal types of one endpoint and checks its form. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Input<S> = S extends Schema ? z.input<S> : undefined;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** What a caller sends. */
export type CallInput<E extends Endpoint> = (E['params'] extends Schema
  ? { params: Input<E['params']> }
  : object) &
  (E['query'] extends Schema ? { query?: Input<E['query']> } : object) &
  (E['body'] extends Schema ? { body: Input<E['body']> } : object);

/** What a handler receives, parsed. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
};

type AnswerOf<S> = S extends Schema ? z.output<S> : null;

/** What a successful call answers, whatever its status. */
export type Answer<E extends Endpoint> = {
  [K in keyof E['answers']]: AnswerOf<E['answers'][K]>;
}[keyof E['answers']];

/** The body of every refused call. `fields` maps dotted paths to French texts; `quote` comes with AMOUNT_CHANGED. */
export const errorAnswer = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  quote: z.record(z.string(), z.number()).optional(),
  /** Present on server errors, for the user to quote when they call support. */
  reference: z.string().optional(),
});

export type ErrorAnswer = z.output<typeof errorAnswer>;
