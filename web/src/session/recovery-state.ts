import type { FirebaseProject } from '@amasin/domain/session/recovery.ts';

/** Passed between the pages as navigation state: it survives a reload and is not in the URL. */
export type CodeAsked = {
  /** As typed. */
  phone: string;
  /** Only with it is the code accepted. */
  request: string;
  /** When another code may be requested, in ms since the epoch. */
  resendAt: number;
  /** Where Firebase sent the code: what it is confirmed with. */
  firebase?: SentByFirebase | undefined;
};

export type SentByFirebase = { project: FirebaseProject; verificationId: string };

export type PhoneVerified = { phone: string; resetToken: string };

export function readCodeAsked(state: unknown): CodeAsked | null {
  const { phone, request, resendAt, firebase } = partsOf(state);
  if (typeof phone !== 'string' || typeof request !== 'string' || typeof resendAt !== 'number') return null;
  // Written by this page too; only its presence says how the code is confirmed.
  const sent =
    typeof firebase === 'object' && firebase !== null ? { firebase: firebase as SentByFirebase } : undefined;
  return { phone, request, resendAt, ...sent };
}

export function readPhoneVerified(state: unknown): PhoneVerified | null {
  const { phone, resetToken } = partsOf(state);
  return typeof phone === 'string' && typeof resetToken === 'string' ? { phone, resetToken } : null;
}

function partsOf(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
}
