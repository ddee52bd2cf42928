import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint, HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { z } from 'zod';
import type { Ctx, PublicCtx, SystemCtx } from '../ctx.ts';
import type { KeepAnswer } from './idempotency.ts';

/** What a handler works with: whoever calls a public endpoint is known by their network address only. */
type CtxOf<E extends Endpoint> = E['allow'] extends 'public' ? PublicCtx : Ctx;

/** What a handler answers: one of the endpoint's statuses with its body. */
export type Reply<E extends Endpoint> = {
  [S in keyof E['answers']]: {
    readonly status: S;
    readonly body: E['answers'][S] extends z.ZodType ? z.input<E['answers'][S]> : null;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof E['answers']];

/** What of the HTTP request a handler may need besides its input. */
export interface Call {
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came, for signatures; empty without a body. Of a form with a file: a digest of what counts in it. */
  readonly rawBody: Buffer;
  readonly token: string | null;
  readonly keepAnswer: KeepAnswer;
}

/** How one endpoint is served. `load` runs before the body is validated: what is not there is 404, never 422. */
export interface Handler<E extends Endpoint, Thing = unknown> {
  /** Calls a minute that one person may make; unset, as many as they like. */
  readonly perMinute?: (settings: SystemCtx['settings']) => number;
  readonly load?: (ctx: CtxOf<E>, params: HandlerInput<E>['params']) => Promise<Thing>;
  readonly handle: (ctx: CtxOf<E>, input: HandlerInput<E>, thing: Thing, call: Call) => Promise<Reply<E>>;
}

/** One handler for each endpoint of a table: a missing one does not compile. */
export type HandlersOf<Table extends Record<string, Endpoint>> = {
  readonly [Name in keyof Table]: Handler<Table[Name]>;
};

/** Checks that `handle` receives what `load` brings, then forgets the type of the thing. */
export function handler<const E extends Endpoint, Thing>(
  _endpoint: E,
  definition: Handler<E, Thing>,
): Handler<E> {
  return definition as Handler<E>;
}

export const ok = <const B>(body: B) => ({ status: 200 as const, body });
export const created = <const B>(body: B) => ({ status: 201 as const, body });
export const noContent = () => ({ status: 204 as const, body: null });
