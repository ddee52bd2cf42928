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
