/** Between French quotation marks, with no-break spaces. */
export const quoted = (text: string): string => `«\u00a0${text}\u00a0»`;

/** A message with its full stop, so that another sentence may follow it. */
export function sentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}
