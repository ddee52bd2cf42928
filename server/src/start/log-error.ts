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
    stack: withoutValues(error.stack ?? ''),
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}

// Drizzle writes « Failed query: …\nparams: … » into message and stack.
function withoutValues(text: string): string {
  return text.replace(/\nparams: .*(?=\n|$)/g, '\nparams: (omis)');
}
