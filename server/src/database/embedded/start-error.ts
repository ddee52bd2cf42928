/**
 * An expected failure to start the database. The message is one French line for the operator, printed without
 * a stack.
 */
export class EmbeddedStartError extends Error {
  override name = 'EmbeddedStartError';
}
