/** Who has just signed up by a form of this folder. */
export type SignedUp = 'pharmacy' | 'partnerDoctor';

/** What the log-in page is told by the form that led to it (`{ signedUp }` in the history). */
export function readSignedUp(state: unknown): SignedUp | null {
  if (typeof state !== 'object' || state === null || !('signedUp' in state)) return null;
  const { signedUp } = state;
  return signedUp === 'pharmacy' || signedUp === 'partnerDoctor' ? signedUp : null;
}
