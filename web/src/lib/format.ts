import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import { formatClock, formatNumber, onceUsed, TIME_ZONE } from '@amasin/domain/contract/format.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@amasin/domain/contract/time.ts';

const dayParts = onceUsed(
  () =>
    new Intl.DateTimeFormat('fr-FR', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: TIME_ZONE,
    }),
);
const yearPart = onceUsed(() => new Intl.DateTimeFormat('fr-FR', { year: 'numeric', timeZone: TIME_ZONE }));

/** « ven. 20 nov. », with the year when it is not this year. */
export function formatDay(at: Date, now: Date): string {
  const day = dayParts().format(at);
  const year = yearPart().format(at);
  return year === yearPart().format(now) ? day : `${day} ${year}`;
}

const dateParts = onceUsed(
  () => new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', timeZone: 'UTC' }),
);

/** A calendar day, `2026-11-20`: « 20 novembre ». */
export function formatDate(day: string): string {
  return dateParts()
    .format(new Date(`${day}T00:00:00Z`))
    .replace(/^1 /, '1er ');
}

/** « ven. 20 nov. à 14 h 05 ». */
export function formatMoment(at: Date, now: Date): string {
  return `${formatDay(at, now)} à ${formatClock(at)}`;
}

/** « À l'instant », then minutes, then hours; the date from a day on. */
export function formatRecent(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  // A phone's clock may be behind the server's: up to 5 minutes in the future count as now.
  if (age >= DAY_MS || age < -5 * MINUTE_MS) return formatMoment(at, now);
  if (age < MINUTE_MS) return "À l'instant";
  if (age < HOUR_MS) return `Il y a ${Math.floor(age / MINUTE_MS)}\u00a0min`;
  return `Il y a ${Math.floor(age / HOUR_MS)}\u00a0h`;
}

/** « 52 min », « 1 h 10 », « 3 jours ». */
export function formatMinutes(minutes: number): string {
  const days = Math.floor(minutes / 1_440);
  if (days > 0) return `${days}\u00a0jour${days === 1 ? '' : 's'}`;
  if (minutes < 60) return `${minutes}\u00a0min`;
  const rest = minutes % 60;
  const hours = `${Math.floor(minutes / 60)}\u00a0h`;
  return rest === 0 ? hours : `${hours}\u00a0${String(rest).padStart(2, '0')}`;
}

/** « 2 commandes ». French uses the singular below two. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)}\u00a0${Math.abs(count) < 2 ? singular : plural}`;
}

/** The total of a list: « 2 commandes », or « Plus de 1 000 commandes » where the server stopped counting. */
export function totalOf(total: number, singular: string, plural?: string): string {
  if (total !== MAX_COUNTED + 1) return countOf(total, singular, plural);
  return `Plus de ${countOf(MAX_COUNTED, singular, plural)}`;
}

/** A number of rows: « 12 », or « 1 000+ » where the server stopped counting. */
export function countUpTo(count: number): string {
  return count === MAX_COUNTED + 1 ? `${formatNumber(MAX_COUNTED)}+` : formatNumber(count);
}

// The stored form of a phone number of Benin: `+229`, `01`, and 8 to 10 digits (rule 21).
const stored = /^\+229(01\d{8,10})$/;

/** `01 97 00 00 01`: the national number in pairs. Other numbers are unchanged. */
export function formatPhone(phone: string): string {
  const national = stored.exec(phone)?.[1];
  return national === undefined ? phone : (national.match(/\d{1,2}/g) ?? []).join('\u00a0');
}

/** The `tel:` URL; null when nothing can be dialled. */
export function telephoneUrl(phone: string): string | null {
  const dialled = phone.replace(/[^\d+]/g, '');
  return dialled.length >= 4 ? `tel:${dialled}` : null;
}

/** Five decimals are about a metre. */
const DECIMALS = 5;

/** « 6,3703 ». */
export function formatDegrees(degrees: number): string {
  return String(Number(degrees.toFixed(DECIMALS))).replace('.', ',');
}

/** Between French quotation marks, with no-break spaces. */
export const quoted = (text: string): string => `«\u00a0${text}\u00a0»`;

/** A message with its full stop, so that another sentence may follow it. */
export function sentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}
