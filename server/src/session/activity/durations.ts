import { isAtDesk, type UserType } from '@amasin/domain/users/user-type.ts';
import type { Settings } from '../../ctx.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Duration {
  readonly wholeMs: number;
  /** Without activity; null where an idle session goes on. */
  readonly idleMs: number | null;
}

export function durationOf(type: UserType, settings: Settings): Duration {
  if (isAtDesk(type)) {
    return {
      wholeMs: settings.deskSessionHours * HOUR_MS,
      idleMs: settings.deskIdleMinutes * MINUTE_MS,
    };
  }
  const days = type === 'customer' ? settings.customerSessionDays : settings.partnerSessionDays;
  return { wholeMs: days * DAY_MS, idleMs: null };
}

/** When a session opened at `createdAt` ends if nothing more happens after `seenAt`. */
export function endOf(type: UserType, settings: Settings, createdAt: Date, seenAt: Date): Date {
  const { wholeMs, idleMs } = durationOf(type, settings);
  const end = createdAt.getTime() + wholeMs;
  return new Date(idleMs === null ? end : Math.min(end, seenAt.getTime() + idleMs));
}
