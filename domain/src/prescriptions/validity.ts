/** How long the prices of a prescription hold after it was written or last edited, days (RULES 2). */
export const PRICES_HOLD_DAYS = 30;

/** Whether prices frozen then still hold now. */
export function pricesHold(pricedAt: Date, now: Date): boolean {
  return now.getTime() - pricedAt.getTime() <= PRICES_HOLD_DAYS * 24 * 3600_000;
}
