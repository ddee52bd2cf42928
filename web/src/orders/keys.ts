import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';

/** Empty texts count as not given. */
export type OrderFilters = {
  state?: OrderState | '';
  q?: string;
  date?: string;
  deliveryPerson?: string;
  /** Orders a page; 50 by default. */
  limit?: number;
};

/** Apart from the hooks: whoever only makes a list out of date needs no code for reading one. */
export const orderKeys = {
  all: ['orders'] as const,
  lists: ['orders', 'list'] as const,
  list: (filters: OrderFilters) => ['orders', 'list', filters] as const,
  detail: (id: string) => ['orders', 'detail', id] as const,
  timeline: (id: string) => ['orders', 'timeline', id] as const,
};
