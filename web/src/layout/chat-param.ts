import { returnTo } from '../session/page-access.ts';

/** The search param of the customer's chat on any page: `list`, `new`, or the id of a consultation. */
export const CHAT_PARAM = 'chat';

/** Navigation state of the sign-in page: the chat opens after signing in. */
export const toChat = returnTo({ pathname: '/dashboard', search: `?${CHAT_PARAM}=list` });
