import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { anOrder } from '../../testing/orders.ts';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import { NextStep } from './UnderWay.tsx';

const pharmacy = { _id: 'p', name: 'Pharmacie Fifamè', phone: '+2290197000013' };
const deliveryPerson = { _id: 'd', name: 'Romaric', phone: '+2290197000015' };

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** The order, and a function that changes it as a live event does. */
function show(changes: Partial<Order> = {}) {
  let change: (order: Order) => void = () => {};
  const first = anOrder(changes);
  function Shown() {
    const [order, setOrder] = useState(first);
    change = setOrder;
    return (
      <div data-testid="step">
        <NextStep order={order} />
      </div>
    );
  }
  showPage(<Shown />, '/');
  return { change: (more: Partial<Order>) => act(() => change({ ...first, ...more })) };
}

const text = () => plain(screen.getByTestId('step').textContent ?? '');

test('says when the order is expected, and that it is late from the minute it is', async () => {
  // 16:10 in Benin.
  vi.setSystemTime(new Date('2026-11-20T15:10:00Z'));
  show({ expectedAt: '2026-11-20T15:40:00.000Z' });
  expect(text()).toContain('Prévue vers 16 h 40');
  await act(() => vi.advanceTimersByTimeAsync(29 * MINUTE_MS));
  expect(text()).not.toContain('En retard');
  await act(() => vi.advanceTimersByTimeAsync(2 * MINUTE_MS));
  expect(text()).toContain('En retard : prévue à 16 h 40. Nous suivons votre commande de près.');
});

test('names the day of a time that is not today', () => {
  vi.setSystemTime(new Date('2026-11-21T09:00:00Z'));
  show({ expectedAt: '2026-11-20T15:40:00.000Z' });
  expect(text()).toContain('En retard : prévue ven. 20 nov. à 16 h 40.');
});

test.each<[string, Partial<Order>, name: string, url: string]>([
  ['nobody is assigned', {}, 'Appeler Amasin', 'tel:+2290197000000'],
  ['a pharmacy prepares', { pharmacy }, 'Appeler Pharmacie Fifamè', 'tel:+2290197000013'],
  [
    'a courier is assigned',
    { pharmacy, deliveryPerson },
    'Appeler Romaric, votre livreur',
    'tel:+2290197000015',
  ],
])('says whom to call while %s', (_, changes, name, url) => {
  show(changes);
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(url);
});

test('highlights a change that arrives, and neither the first state nor a time that is loaded', async () => {
  fakeApi().on(orderEndpoints.readReadingTime, () => ({ minutes: 20 }));
  const { change } = show({ state: 'pre-treatment', itemsCount: 0, expectedAt: null });
  const highlight = () => screen.getByTestId('step').querySelector('[aria-hidden="true"]:not(svg)');
  await screen.findByText(/Comptez environ 20\smin/);
  expect(highlight()).toBeNull();
  change({ state: 'pending', itemsCount: 1 });
  expect(text()).toContain('Payée : nous cherchons une pharmacie.');
  expect(highlight()).not.toBeNull();
});

test('the customer reads the code to give, big, and hears it digit by digit; nothing before the departure', () => {
  show({ state: 'delivering', pharmacy, deliveryPerson, handoverCode: '0412' });
  expect(text()).toContain('Code à donner au livreur, à la remise');
  expect(screen.getByText('0412')).toBeDefined();
  expect(screen.getByText('0 4 1 2')).toBeDefined();
});

test('no code is shown where there is none', () => {
  show({ state: 'delivering', pharmacy, deliveryPerson, handoverCode: null });
  expect(text()).not.toContain('Code');
});
