/** Default and maximum number of days in GET /stats/days. Not in days.ts, so that pages can import them without zod. */
export const DEFAULT_DAYS = 30;
export const MAX_DAYS = 92;
