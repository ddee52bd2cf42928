/** `type` of the service worker's message that asks a page to open a link; the page responds on the message's port. */
export const OPEN_LINK = 'OPEN_LINK';
