import type { Message } from '../notifications/notify.ts';

const screens = {
  agent: '/agent-dashboard?tab=signalements',
  supervisor: '/supervisor-dashboard?tab=apres',
} as const;

interface Reader {
  readonly id: string;
  readonly type: keyof typeof screens;
}

/** Says that a report waits, without a word of health: a locked phone shows it. */
export const reportWaits = (
  { id: userId, type }: Reader,
  report: { id: string; number: string },
): Message => ({
  userId,
  title: 'Signalement à lire',
  message: `Un signalement vient d’arriver pour la commande ${report.number}.`,
  link: `${screens[type]}&signalement=${report.id}`,
});
