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
  showPage(<Preparing />, url);
  const total = await screen.findByText(/commandes?$/);
  const chip = screen.getByRole('link', { name: /^À préparer/ });
  return [chip, total.parentElement].map((one) => plain(one?.textContent ?? ''));
}

test.each([
  [3, 2, undefined, '/', ['À préparer 3', '5 commandes · 3 à préparer, 2 prêtes']],
  [0, 1, undefined, '/', ['À préparer 0', '1 commande · 0 à préparer, 1 prête']],
  // Nothing more when none is ready, in another list, or where the server stopped counting.
  [2, 0, undefined, '/', ['À préparer 2', '2 commandes']],
  [1, 1, undefined, '/?state=all', ['À préparer 1', '2 commandes']],
  [1, 1, 1_001, '/', ['À préparer 1 000+', '2 commandes']],
])('%i to prepare and %i ready, counted %j, at %s: %j', async (toPrepare, ready, counted, url, texts) => {
  expect(await textsWith(toPrepare, ready, counted, url)).toEqual(texts);
});

test.each([
  [{ isNew: true }, 'Nouvelle'],
  [{ isNew: false }, 'En préparation'],
  [
    { isNew: true, broughtBack: { reason: 'breakdown', at: '2026-11-20T08:30:00.000Z', heldBy: null } },
    'À livrer de nouveau',
  ],
  [{ isNew: false, readyAt: '2026-11-20T08:30:00.000Z' }, 'Prête'],
] as const)('an order %j is « %s »', async (change, label) => {
  fakeApi().on(orderEndpoints.listOrders, () => ({ ...aListOf(anOrder(change)), toPrepare: 1 }));
  showPage(<Preparing />, '/');
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toContain(label);
});
