import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());

// Ten of them took a slow telephone 200 ms before a page had used any.
test.each([
  ['every page', () => import('../root.tsx')],
  ['the home page', () => import('./visitor/home.tsx')],
  ['log-in', () => import('./visitor/login.tsx')],
  ['pharmacies', () => import('./visitor/pharmacies.tsx')],
  ['medicines', () => import('./visitor/medicines.tsx')],
  ['a new order', () => import('./customer/order.tsx')],
  ['the customer’s home', () => import('./customer/dashboard.tsx')],
  ['tracking', () => import('./customer/tracking.tsx')],
  ['the courier’s home', () => import('./staff/delivery-dashboard.tsx')],
])('the code of %s makes no formatter of dates or numbers before it is used', async (_, load) => {
  const dates = vi.spyOn(Intl, 'DateTimeFormat');
  const numbers = vi.spyOn(Intl, 'NumberFormat');
  await load();
  expect([...dates.mock.calls, ...numbers.mock.calls]).toEqual([]);
});
