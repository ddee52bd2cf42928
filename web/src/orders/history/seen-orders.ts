import type { Order } from '@amasin/domain/orders/order.ts';
import type { InfiniteData } from '@tanstack/react-query';
import type { OrderPage } from '../api.ts';

const MAX_ORDERS = 20;

/**
 * An order as it is stored on the device: without its medicines, its prescription and its insurance, which are health data
 * (decision 0012). Its `prescription` is undefined; that of an order from the server is not.
 */
export function seenOrder(order: Order): Order {
  const {
    prescription: _,
    prescriptionUrl: _url,
    insuranceCard: _card,
    photoProblem: _problem,
    givenBack,
    ...rest
  } = order;
  // What was given back is stored without its medicines.
  const money = givenBack && { givenBack: givenBack.map((one) => ({ ...one, lines: [] })) };
  return { ...rest, ...money, allowedActions: order.allowedActions.filter((action) => action === 'pay') };
}

/** The first orders of a list, as they are stored. */
export function seenOrders({ pages }: InfiniteData<OrderPage>): InfiniteData<OrderPage> {
  const first = pages.slice(0, 1);
  return {
    pages: first.map((page) => ({ ...page, orders: page.orders.slice(0, MAX_ORDERS).map(seenOrder) })),
    pageParams: [1],
  };
}

/** Whether a list of orders has no filter. */
export function isUnfiltered(query: object): boolean {
  return Object.values(query).every((value) => typeof value !== 'string' || value === '' || value === 'all');
}
