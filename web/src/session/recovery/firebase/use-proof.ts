import { useRef } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { SentByFirebase } from '../recovery-state.ts';

type Proof = { code: string } | { idToken: string };
type Confirmed = { verificationId: string; digits: string; idToken: string };

/** What proves to our server that a code is right: the code itself, or Firebase's token for it. */
export function useProof(sent: SentByFirebase | undefined): (code: string) => Promise<Proof> {
  // Firebase accepts a code once: the token is sent again when our server could not answer.
  const confirmed = useRef<Confirmed | null>(null);

  return async (code) => {
    if (sent === undefined) return { code };
    const { project, verificationId } = sent;
    const digits = code.replace(/\D/g, '');
    const last = confirmed.current;
    if (last !== null && last.verificationId === verificationId && last.digits === digits)
      return { idToken: last.idToken };
    const { confirmCode } = await import('./kit.ts').catch(() => Promise.reject(ApiError.network()));
    const idToken = await confirmCode(project, verificationId, digits);
    confirmed.current = { verificationId, digits, idToken };
    return { idToken };
  };
}
