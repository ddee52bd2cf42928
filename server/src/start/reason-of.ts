/**
 * What the system says of a failure, for the brackets of a line of ours. A name with several addresses fails with one error for
 * each and no word of its own.
 */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).replaceAll(/\s*\n\s*/g, ' ');
}
