import { dateRange } from '@amasin/domain/contract/dates.ts';
import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';

/** What is looked for in a list of orders; an empty text is no filter. Lives in the address of the page. */
export type OrderChoice = {
  state: OrderState | '';
  /** Id of a delivery person. */
  deliveryPerson: string;
  /** Beginning of an ISO date. */
  date: string;
  /** Text in the number or the customer's name. */
  q: string;
};

const QUERY_MAX = 100;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the filters of an address; what the server would refuse counts as not given. */
export function readChoice(search: URLSearchParams): OrderChoice {
  const given = (name: string) => search.get(name) ?? '';
  const deliveryPerson = given('deliveryPerson');
  const date = given('date');
  return {
    state: orderStates.find((state) => state === given('state')) ?? '',
    deliveryPerson: uuid.test(deliveryPerson) ? deliveryPerson : '',
    date: dateRange(date) === null ? '' : date,
    q: given('q').slice(0, QUERY_MAX),
  };
}

/** The address with these filters changed; everything else in it (the open order) stays. */
export function withChoice(search: URLSearchParams, change: Partial<OrderChoice>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export const noChoice: OrderChoice = { state: '', deliveryPerson: '', date: '', q: '' };

export function isChosen(choice: OrderChoice): boolean {
  return Object.values(choice).some((value) => value.trim() !== '');
}
