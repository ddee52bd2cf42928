import type { Message } from '../notifications/notify.ts';

/** Asks a pharmacy what it has on its shelves; a locked phone shows it, so it names no medicine. */
export const askedAboutStock = (userId: string): Message => ({
  userId,
  title: 'Médicament rappelé',
  message: 'Un médicament que vous avez préparé est rappelé. Dites si vous en avez.',
  link: '/pharmacy-dashboard',
});
