const MINUTE_MS = 60_000;

/** RULES 26. A code, then its reset token, each live so long. */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS;
export const RESET_TOKEN_LIFETIME_MS = 10 * MINUTE_MS;
export const MAX_CODE_ATTEMPTS = 5;

/** So many codes for one number within so long. */
const limits = [
  { codes: 1, ms: MINUTE_MS },
  { codes: 3, ms: 10 * MINUTE_MS },
  { codes: 5, ms: 24 * 60 * MINUTE_MS },
];

/** No limit looks further back, nor at more codes than that. */
export const LONGEST_WINDOW_MS = Math.max(...limits.map(({ ms }) => ms));
export const MAX_CODES = Math.max(...limits.map(({ codes }) => codes));

/**
 * How long a number has to wait for its next code, ms; 0: it may have one now.
 * @param sent moments of its codes, the latest first
 */
export function waitForCode(sent: readonly Date[], now: Date): number {
  const waits = limits.map(({ codes, ms }) => {
    const nth = sent[codes - 1];
    return nth === undefined ? 0 : nth.getTime() + ms - now.getTime();
  });
  return Math.max(0, ...waits);
}
