/** An expected reason why the database cannot start: the message is one French line meant for the operator, without a stack. */
export class EmbeddedStartError extends Error {
  override name = 'EmbeddedStartError';
}
