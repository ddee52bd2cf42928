/** How far Benin is ahead of UTC, all year round (Africa/Porto-Novo has no summer time). */
export const OFFSET_MS = 3600_000;

/**
 * The moments that the beginning of an ISO date covers in Benin: `2026`, `2026-11` or `2026-11-20`.
 * Null where there is no such date. `to` is excluded.
 */
export function dateRange(prefix: string): { from: Date; to: Date } | null {
  const found = /^([12]\d{3})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(prefix);
  if (found === null) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2] ?? 1), Number(found[3] ?? 1)];
  const from = new Date(Date.UTC(year, month - 1, day));
  if (from.getUTCMonth() !== month - 1 || from.getUTCDate() !== day) return null;
  const to = new Date(from);
  if (found[3] !== undefined) to.setUTCDate(day + 1);
  else if (found[2] !== undefined) to.setUTCMonth(month);
  else to.setUTCFullYear(year + 1);
  return { from: new Date(from.getTime() - OFFSET_MS), to: new Date(to.getTime() - OFFSET_MS) };
}
