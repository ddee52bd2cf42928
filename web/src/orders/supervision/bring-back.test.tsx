import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import { BroughtBack } from '../BroughtBack.tsx';
import { BringBack } from './BringBack.tsx';

const deliveryPerson = {
  _id: '0198a000-0000-7000-8000-0000000000c9',
  name: 'Romaric',
  phone: '+2290197000015',
};
const order = anOrder({ state: 'delivering', deliveryPerson, allowedActions: ['bring-back'] });

test('a supervisor says where the medicines are and why, and nothing is sent before it is confirmed', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.bringBack, () => ({ order: anOrder() }));
  showPage(<BringBack order={order} />, '/supervisor-dashboard');
  fireEvent.click(await screen.findByText('Pas remise : à livrer de nouveau'));
  fireEvent.click(screen.getByRole('radio', { name: 'Chez le livreur' }));
  fireEvent.click(screen.getByRole('button', { name: 'Panne ou accident' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Livrer cette commande de nouveau ?' }));
  expect(dialog.getByText(/Romaric n’a plus cette livraison/)).toBeDefined();
  expect(api.sent).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Livrer de nouveau' }));
  await screen.findByText('Commande à livrer de nouveau');
  expect(api.sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    [`/api/orders/${order._id}/return`, { reason: 'breakdown', medicinesAt: 'courier' }],
  ]);
});

test.each([
  ['supervisor', null, 'Médicaments : à la pharmacie.'],
  ['pharmacy', null, 'Les médicaments reviennent chez vous : gardez-les prêts.'],
  ['supervisor', deliveryPerson, 'Médicaments chez Romaric, livreur.'],
] as const)('a %s reads where the medicines are (held by %o)', async (reader, heldBy, text) => {
  fakeApi();
  const broughtBack = { reason: 'customer-absent', at: '2026-11-20T08:30:00.000Z', heldBy } as const;
  showPage(<BroughtBack order={anOrder({ broughtBack })} reader={reader} />, '/');
  await screen.findByText(text);
  expect(screen.getByText('À livrer de nouveau')).toBeDefined();
});
