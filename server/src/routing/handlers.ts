import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint, HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { z } from 'zod';
import type { Ctx, PublicCtx } from '../ctx.ts';
import type { CallLimit } from '../settings/limits.ts';
import type { StoreResponse } from './idempotency.ts';

/** A public endpoint identifies its caller only by IP address. */
type CtxOf<E extends Endpoint> = E['allow'] extends 'public' ? PublicCtx : Ctx;

/** The response of a handler: one of the endpoint's statuses with its body. */
type Reply<E extends Endpoint> = {
  [S in keyof E['responses']]: {
    readonly status: S;
    readonly body: E['responses'][S] extends z.ZodType ? z.input<E['responses'][S]> : null;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof E['responses']];

/** The parts of the HTTP request that a handler may need besides its input. */
export interface Call {
  readonly headers: IncomingHttpHeaders;
  /**
   * The raw bytes, for signatures; empty without a body. For a multipart form, a digest of its relevant
   * fields.
   */
  readonly rawBody: Buffer;
  readonly token: string | null;
  readonly storeResponse: StoreResponse;
}

/**
 * Serves one endpoint. `load` runs before body validation, so that a missing resource is 404, never
 * 422.
 */
export interface Handler<E extends Endpoint, Resource = unknown> {
  /** Calls per minute and user; without it, calls that write count together. */
  readonly limit?: CallLimit;
  /** Each process counts for itself: a search is called at every letter, and must not write. */
  readonly perProcess?: true;
  /** Admits the key of a program (`byKey`) before the body is read; what it returns is the resource. */
  readonly admit?: (ctx: CtxOf<E>, token: string | null) => Promise<Resource>;
  readonly load?: (ctx: CtxOf<E>, params: HandlerInput<E>['params']) => Promise<Resource>;
  readonly handle: (
    ctx: CtxOf<E>,
    input: HandlerInput<E>,
    resource: Resource,
    call: Call,
  ) => Promise<Reply<E>>;
}

/** One handler for each endpoint of a table: leaving one out does not compile. */
export type HandlersOf<Table extends Record<string, Endpoint>> = {
  readonly [Name in keyof Table]: Handler<Table[Name]>;
};

/** Checks that `handle` receives what `load` returns, then erases that type. */
export function handler<const E extends Endpoint, Resource>(
  _endpoint: E,
  definition: Handler<E, Resource>,
): Handler<E> {
  return definition as Handler<E>;
}

export const ok = <const B>(body: B) => ({ status: 200 as const, body });
export const created = <const B>(body: B) => ({ status: 201 as const, body });
export const noContent = () => ({ status: 204 as const, body: null });

export const REVALIDATED = 'private, no-cache';

/**
 * Headers of a response that a browser may keep, for one account, and must revalidate before each use. Only for
 * what says nothing about a person: it stays on the device after they sign out.
 */
export const revalidated = { 'cache-control': REVALIDATED, vary: 'authorization' } as const;
