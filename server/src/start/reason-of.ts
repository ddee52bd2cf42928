/**
 * The system's reason for a failure, in one line. A host name with several addresses fails with an
 * AggregateError that has no message.
 */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).replaceAll(/\s*\n\s*/g, ' ');
}
