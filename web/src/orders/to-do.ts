import type { OrderQuery } from './api.ts';
import { orderFilters } from './filtering/order-filters.ts';

/** What a supervisor, a pharmacy or a courier has to do, who waits longest first. */
export const toDo = { todo: 'true' } as const;

/** The same query as the list without filters, so that both share one request. */
export const toDoFirst: OrderQuery = { ...orderFilters.none, ...toDo };
