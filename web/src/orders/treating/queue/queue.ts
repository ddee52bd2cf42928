import type { OrderQuery } from '../../api.ts';
import { orderFilters } from '../../filtering/order-filters.ts';

/** What a pharmacist sees unless another state is chosen (SPEC 2), what has to be read first. As many as one page may have. */
export const queueBase = { state: 'pre-treatment', sort: 'oldest', limit: 200 } as const;

/** The beginning of the queue: the same query as that of the list without filters, so that both share one request. */
export const wholeQueue: OrderQuery = { ...orderFilters.none, ...queueBase };
