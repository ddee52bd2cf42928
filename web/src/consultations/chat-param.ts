import { returnTo } from '../session/page-access.ts';

/** The search param of the open consultation, of a customer on any page and of a doctor among theirs: an id, or a customer’s `list` or `new`. */
export const CHAT_PARAM = 'chat';

/** Navigation state of the sign-in page: the chat opens after signing in. */
export const toChat = returnTo({ pathname: '/dashboard', search: `?${CHAT_PARAM}=list` });
