import { z } from 'zod';
import { id } from './text.ts';

export const PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

/** Query parameters: `page` from 1, and `limit` (default 50). A limit above 200 is reduced to 200. */
export const paging = {
  page: z.coerce.number().int().min(1, 'Page invalide').max(100_000, 'Page invalide').default(1),
  limit: z.coerce
    .number()
    .int()
    .min(1, 'Limite invalide')
    .transform((value) => Math.min(value, MAX_PAGE_SIZE))
    .default(PAGE_SIZE),
};

/** The id of a resource in the path. A malformed id gets 404, like an unknown one. */
export const idParams = z.object({ id });

/**
 * The number of rows that match, not only those on this page. A list filtered by text or by date counts up to MAX_COUNTED: one
 * more means « plus de 1 000 ».
 */
export const total = z.int().min(0);
