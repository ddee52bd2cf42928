import type { OrderQuery } from '../../api.ts';
import { noChoice } from '../../filtering/order-choice.ts';

/** The most that the server answers at once: the turn of an order is known only among all of them. */
const MOST = 200;

/** What a pharmacist has to do with unless another state is asked for (SPEC 2). */
export const queueBase = { state: 'pre-treatment', limit: MOST } as const;

/** The whole queue: the same question as that of the list without filters, so it is asked once. */
export const wholeQueue: OrderQuery = { ...noChoice, ...queueBase };
