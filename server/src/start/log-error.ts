/** What is written of an error: enough to find it, nothing of what people typed. */
type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly cause?: LoggedError;
};

/**
 * The form of an error in the log. A failed query carries its values (names, addresses, telephones), and a lost
 * connection its whole client: both are left out, causes are kept.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: stackOf(error),
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}

// Drizzle writes « Failed query: …\nparams: … » into message and stack. A value may hold anything, line breaks too: nothing
// after the mark is known to be ours.
function withoutValues(text: string): string {
  return text.replace(/\nparams: .*/s, '\nparams: (omis)');
}

/** The message stands in the stack word for word; what follows it is the place. */
function stackOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  if (start === -1) return withoutValues(stack);
  const end = start + message.length;
  return withoutValues(stack.slice(0, end)) + withoutValues(stack.slice(end));
}
