import type { FastifyRequest } from 'fastify';
import type { Log } from '../ctx.ts';

/** Writes nothing until there is a logger to write to, which the HTTP server makes. */
export interface LateLog extends Log {
  writeTo(log: Log): void;
}

export function lateLog(): LateLog {
  let log: Log | null = null;
  return {
    info: (details, message) => log?.info(details, message),
    warn: (details, message) => log?.warn(details, message),
    error: (details, message) => log?.error(details, message),
    writeTo: (next) => {
      log = next;
    },
  };
}

/** The logged form of an error, without personal values. */
type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly cause?: LoggedError;
};

/**
 * Serialises an error for the log. Omits the values of a failed query (names, addresses, phones) and the
 * client of a lost connection; includes the causes.
 */
export function loggedError(error: unknown): LoggedError {
  if (!isError(error)) return { type: typeof error, message: 'not an error', stack: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name ?? typeof error,
    message: withoutValues(error.message),
    stack: stackOf(error),
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}

type ErrorLike = Omit<Error, 'name'> & { readonly name?: string };

/** pg-boss emits copies of errors: plain objects with the message and the stack. */
function isError(error: unknown): error is ErrorLike {
  if (error instanceof Error) return true;
  const { message, stack } = Object(error);
  return typeof message === 'string' && typeof stack === 'string';
}

// Drizzle writes `Failed query: …\nparams: …` into message and stack. A value may contain anything, even line
// breaks, so everything after the marker is omitted.
function withoutValues(text: string): string {
  return text.replace(/\nparams: .*/s, '\nparams: (omis)');
}

/** The stack begins with the message; the location follows it. */
function stackOf({ message, stack = '' }: ErrorLike): string {
  const start = stack.indexOf(message);
  if (start === -1) return withoutValues(stack);
  const end = start + message.length;
  return withoutValues(stack.slice(0, end)) + withoutValues(stack.slice(end));
}

/**
 * Serialises a request for the log: its route pattern, never its URL, which may contain signed links, codes
 * and names.
 */
export function loggedRequest(request: FastifyRequest) {
  return {
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
    address: request.ip,
  };
}

/**
 * The system's reason for a failure, in one line. A host name with several addresses fails with an
 * AggregateError that has no message.
 */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).replaceAll(/\s+/g, ' ');
}
