/** A message with its full stop, so that another sentence may follow it. */
export function sentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}
