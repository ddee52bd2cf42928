import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../../testing/orders.ts';
import { showPage } from '../../../testing/show-page.tsx';
import Tracking from '../tracking.tsx';

test('cancels an order that is not paid, after a confirmation', async () => {
  const order = anOrder({ state: 'pre-treatment', finalAmount: 0, allowedActions: ['pay', 'cancel'] });
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  const cancelled = {
    ...order,
    state: 'cancelled' as const,
    cancelReason: 'customer' as const,
    allowedActions: [],
  };
  const sent: unknown[] = [];
  api.on(orderEndpoints.advanceOrder, ({ body }) => {
    sent.push(body);
    api.on(orderEndpoints.listOrders, () => aListOf(cancelled));
    api.on(orderEndpoints.readOrder, () => ({ order: cancelled }));
    return { order: cancelled };
  });
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Annuler la commande' }));
  const dialog = await screen.findByRole('dialog', { name: 'Annuler cette commande ?' });
  expect(within(dialog).getByText(`${order.number} n’est pas payée : vous ne devrez rien.`)).toBeDefined();
  fireEvent.click(within(dialog).getByRole('button', { name: 'L’annuler' }));
  expect(await screen.findByText('Votre commande est annulée')).toBeDefined();
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Votre commande est annulée'));
  expect(sent).toEqual([{ status: 'cancelled' }]);
  expect(screen.getByText('Comme vous l’avez demandé. Rien n’a été payé.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Payer/ })).toBeNull();
  expect(screen.queryByRole('list', { name: 'Avancement de la commande' })).toBeNull();
  expect(screen.queryByText('Pas encore choisie')).toBeNull();
  await waitFor(() => expect(window.location.search).toBe(`?order=${order._id}`));
});

test('going back closes the question, and keeps the order open', async () => {
  const order = anOrder({ state: 'pre-treatment', finalAmount: 0, allowedActions: ['cancel'] });
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Annuler la commande' }));
  await screen.findByRole('dialog', { name: 'Annuler cette commande ?' });
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location).toMatchObject({ pathname: '/tracking', search: `?order=${order._id}` });
  expect(screen.getByRole('heading', { name: order.number })).toBeDefined();
});

test('a URL kept from before the order was cancelled asks nothing', async () => {
  const order = anOrder({ state: 'cancelled', cancelReason: 'customer', allowedActions: [] });
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  showPage(<Tracking />, `/tracking?order=${order._id}&annuler=${order._id}`);
  await screen.findByText('Votre commande est annulée');
  expect(screen.queryByRole('dialog')).toBeNull();
});
