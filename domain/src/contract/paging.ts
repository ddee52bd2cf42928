import { z } from 'zod';
import { id } from './text.ts';

export const PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

/** `page` from 1 and `limit` (50, at most 200), as texts of a query string. A larger limit is cut, not refused. */
export const paging = {
  page: z.coerce.number().int().min(1, 'Page invalide').max(100_000, 'Page invalide').default(1),
  limit: z.coerce
    .number()
    .int()
    .min(1, 'Limite invalide')
    .transform((value) => Math.min(value, MAX_PAGE_SIZE))
    .default(PAGE_SIZE),
};

/** The name of one thing in the path: a malformed one is answered like a missing one (404). */
export const idParams = z.object({ id });

/** `total` of a list is the number of things that match, not of those on this page. */
export const total = z.int().min(0);
