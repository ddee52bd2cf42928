/** Passed between the pages as navigation state: it survives a reload and is not in the URL. */
export type CodeAsked = {
  /** As typed. */
  phone: string;
  /** Only with it is the code accepted. */
  request: string;
  /** When another code may be requested, in ms since the epoch. */
  resendAt: number;
};

export type PhoneVerified = { phone: string; resetToken: string };

export function readCodeAsked(state: unknown): CodeAsked | null {
  const { phone, request, resendAt } = partsOf(state);
  if (typeof phone !== 'string' || typeof request !== 'string' || typeof resendAt !== 'number') return null;
  return { phone, request, resendAt };
}

export function readPhoneVerified(state: unknown): PhoneVerified | null {
  const { phone, resetToken } = partsOf(state);
  return typeof phone === 'string' && typeof resetToken === 'string' ? { phone, resetToken } : null;
}

function partsOf(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
}
