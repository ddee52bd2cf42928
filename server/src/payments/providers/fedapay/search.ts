import { z } from 'zod';
import { ProviderError } from '../call-provider.ts';
import type { Caller } from './call-fedapay.ts';

const PER_PAGE = 100;
const DAY_MS = 24 * 3600_000;

const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullish()
  .catch(null);

/** What each row of a list has, whatever it is about. */
export const listed = { created_at: moment, deleted_at: moment };

interface Listed {
  readonly id: string;
  readonly created_at?: Date | null | undefined;
  readonly deleted_at?: Date | null | undefined;
}

/**
 * FedaPay's transactions or payouts since then, page by page. The documentation names neither filter nor order nor the longest page, so that
 * every page is read until one has nothing new; latest first, reading ends at the first page that is older.
 */
export async function* searchSince<Row extends Listed>(
  { get }: Pick<Caller, 'get'>,
  what: 'transactions' | 'payouts',
  row: z.ZodType<Row>,
  since: Date,
): AsyncGenerator<Row> {
  const answers = z.object({ [`v1/${what}`]: z.array(row) });
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const answer = await get(`/${what}/search?page=${page}&per_page=${PER_PAGE}`, answers);
    if (answer === null) throw new ProviderError('the provider has no such list', 404);
    const rows = answer[`v1/${what}`] ?? [];
    const found = rows.filter(({ id }) => !seen.has(id));
    if (found.length === 0) return;
    for (const one of found) {
      seen.add(one.id);
      if (one.deleted_at == null && (one.created_at == null || one.created_at >= since)) yield one;
    }
    if (isOlder(rows, since)) return;
  }
}

/** Latest first, and the last of them before then. */
function isOlder(rows: readonly Listed[], since: Date): boolean {
  const times = rows.map(({ created_at }) => created_at?.getTime() ?? Number.NaN);
  const isSorted = times.every((time, n) => n === 0 || time <= (times[n - 1] ?? Number.NaN));
  return rows.length > 1 && isSorted && (times.at(-1) ?? Number.NaN) < since.getTime();
}

/** Their clock is not ours. */
export const dayBefore = (at: Date) => new Date(at.getTime() - DAY_MS);
