import type { User } from '@amasin/domain/users/user.ts';

/** The parameter of the customer's chat on any page: `list`, `new`, or the id of a consultation. */
export const CHAT_PARAM = 'chat';

/** Navigation state of the sign-in page: the chat opens afterwards. */
export const toChat = { next: 'chat' } as const;

/** Where a customer goes who asked for a doctor before signing in; null for everybody else. */
export function chatAfterSignIn(state: unknown, user: User): string | null {
  const next = typeof state === 'object' && state !== null && 'next' in state ? state.next : null;
  return next === toChat.next && user.type === 'customer' ? `/dashboard?${CHAT_PARAM}=list` : null;
}
