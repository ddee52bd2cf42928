export type SignedUp = 'pharmacy' | 'partnerDoctor';

/** Reads the navigation state that the sign-up form leaves for the sign-in page. */
export function readSignedUp(state: unknown): SignedUp | null {
  if (typeof state !== 'object' || state === null || !('signedUp' in state)) return null;
  const { signedUp } = state;
  return signedUp === 'pharmacy' || signedUp === 'partnerDoctor' ? signedUp : null;
}
