// Dates and amounts as people read them, in French.

/** Times are shown in Benin's time zone, wherever the device is. */
export const TIME_ZONE = 'Africa/Porto-Novo';

/** The text with its first letter upper, to begin a sentence. */
export const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Makes a formatter when it is first used: each takes a slow telephone 10 to 40 ms, and the first page may format nothing. */
export function onceUsed<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const wholeNumber = onceUsed(() => new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 0 }));
const day = onceUsed(
  () =>
    new Intl.DateTimeFormat('fr-FR', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: TIME_ZONE,
    }),
);
const clock = onceUsed(
  () =>
    new Intl.DateTimeFormat('fr-FR', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: TIME_ZONE,
    }),
);

/** `12 500`, with narrow no-break spaces. A reduction of nothing is « 0 », not « -0 ». */
export const formatNumber = (value: number): string => wholeNumber().format(value).replace(/^-0$/, '0');

/** `12 500`, with ordinary spaces: for texts that leave the product, such as SMS and CSV. */
export const formatAmount = (amount: number): string => formatNumber(amount).replace(/\s/g, ' ');

/** `12 500 F`, with no-break spaces. */
export const formatMoney = (amount: number): string => `${formatNumber(amount)}\u00a0F`;

/** « 20 novembre 2026 », « 1er décembre 2026 ». */
export const formatDay = (at: Date): string => day().format(at).replace(/^1 /, '1er ');

/** « 14 h 05 ». */
export const formatClock = (at: Date): string => clock().format(at).replace(':', '\u00a0h\u00a0');

/** « 20 novembre 2026 à 14 h 05 ». */
export const formatDateTime = (at: Date): string => `${formatDay(at)} à ${formatClock(at)}`;
