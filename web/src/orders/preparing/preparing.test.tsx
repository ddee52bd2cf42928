import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import { Preparing } from './Preparing.tsx';

/** The first chip and the line above the list, with so many orders to prepare and so many that are ready. */
async function textsWith(toPrepare: number, ready: number, toPrepareCounted = toPrepare, url = '/') {
  const orders = Array.from({ length: toPrepare + ready }, (_, n) =>
    anOrder({
      _id: `0198a000-0000-7000-8000-00000000010${n}`,
      readyAt: n < toPrepare ? null : '2026-11-20T08:30:00.000Z',
    }),
  );
  fakeApi().on(orderEndpoints.listOrders, () => ({ ...aListOf(...orders), toPrepare: toPrepareCounted }));
  showPage(<Preparing fileLink={() => null} />, url);
  const total = await screen.findByText(/commandes?$/);
  const chip = screen.getByRole('link', { name: /^À préparer/ });
  return [chip, total.parentElement].map((one) => plain(one?.textContent ?? ''));
}

test('says why the list has more orders than are to prepare: some are ready', async () => {
  expect(await textsWith(3, 2)).toEqual(['À préparer 3', '5 commandes · 3 à préparer, 2 prêtes']);
});

test('says that all are ready', async () => {
  expect(await textsWith(0, 1)).toEqual(['À préparer 0', '1 commande · 0 à préparer, 1 prête']);
});

test('says nothing more when none is ready', async () => {
  expect((await textsWith(2, 0))[1]).toBe('2 commandes');
});

test('says nothing more in another list', async () => {
  expect((await textsWith(1, 1, 1, '/?state=all'))[1]).toBe('2 commandes');
});

test('says nothing more where the server stopped counting', async () => {
  expect((await textsWith(1, 1, 1_001))[1]).toBe('2 commandes');
});
