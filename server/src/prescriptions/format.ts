import { formatAmount } from '@amasin/domain/contract/money.ts';

/** Dates are in Benin's time zone. */
const timeZone = 'Africa/Porto-Novo';
const day = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
const clock = new Intl.DateTimeFormat('fr-FR', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone,
});

/** `12 500 F`. */
export const formatMoney = (amount: number) => `${formatAmount(amount)} F`.replace(/ /g, '\u00a0');

/** « 20 novembre 2026 », « 1er décembre 2026 ». */
export const formatDay = (at: Date) => day.format(at).replace(/^1 /, '1er ');

/** « 20 novembre 2026 à 14 h 05 ». */
export const formatDateTime = (at: Date) =>
  `${formatDay(at)} à ${clock.format(at).replace(':', '\u00a0h\u00a0')}`;
