import type { ErrorAnswer } from '@amasin/domain/contract/endpoint.ts';
import { refusals } from '@amasin/domain/contract/refusals.ts';

export const NETWORK_MESSAGE = 'Pas de connexion. Vérifiez votre réseau, puis réessayez.';

/** A call that was refused, or that never reached the server (status 0, code NETWORK). `message` is for the person. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The whole answer, for refusals that carry more (`quote`). */
  readonly body: unknown;
  /** How long the answer was waited for, ms. */
  waitedMs = 0;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, string> = {},
    body?: unknown,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.body = body;
  }

  static network(): ApiError {
    return new ApiError(0, 'NETWORK', NETWORK_MESSAGE);
  }

  /** Reads a refusal; a proxy's page or an empty body becomes our own words. */
  static from(status: number, body: unknown): ApiError {
    if (isErrorAnswer(body)) return new ApiError(status, body.code, body.message, body.fields, body);
    return status === 502 || status === 503 || status === 504
      ? new ApiError(503, 'UNAVAILABLE', refusals.UNAVAILABLE.message)
      : new ApiError(status, 'INTERNAL', refusals.INTERNAL.message);
  }
}

/** Worth asking again by itself: the network or our own outage, never a refusal. */
export function isTransient(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** The server's words when it gave some, else the screen's own (SPEC 8: message, with a fallback). */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}

// Read by hand: the schema would bring zod to every page.
function isErrorAnswer(body: unknown): body is ErrorAnswer {
  if (typeof body !== 'object' || body === null) return false;
  const { success, code, message } = body as Partial<Record<keyof ErrorAnswer, unknown>>;
  return success === false && typeof code === 'string' && typeof message === 'string';
}
