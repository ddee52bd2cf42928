import { MINUTE_MS } from '../contract/time.ts';

/** Lifetimes of a code and of its reset token, ms (rule 26). */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS;
export const RESET_TOKEN_LIFETIME_MS = 10 * MINUTE_MS;
export const MAX_CODE_ATTEMPTS = 5;

/** Maximum number of codes that one person asks for, for one phone number within each window, ms (rule 26). */
const limits = [
  { codes: 1, ms: MINUTE_MS },
  { codes: 3, ms: 10 * MINUTE_MS },
  { codes: 5, ms: 24 * 60 * MINUTE_MS },
];

/** The window and the number of codes that cover every limit. */
export const LONGEST_WINDOW_MS = Math.max(...limits.map(({ ms }) => ms));
export const MAX_CODES = Math.max(...limits.map(({ codes }) => codes));

/**
 * The delay before this person’s next code for a phone number, ms; 0 if one may be sent now.
 * @param sent times of its earlier codes, latest first
 */
export function waitForCode(sent: readonly Date[], now: Date): number {
  const waits = limits.map(({ codes, ms }) => {
    const nth = sent[codes - 1];
    return nth === undefined ? 0 : nth.getTime() + ms - now.getTime();
  });
  return Math.max(0, ...waits);
}
