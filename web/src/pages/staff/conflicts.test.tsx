import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../testing/fake-api.ts';
import AgentDashboard from './agent-dashboard.tsx';
import {
  agent,
  button,
  found,
  quantityOf,
  read,
  serve,
  showTo,
  unread,
  writeZinc,
  zinc,
  zincItem,
} from './digitizing.fixture.tsx';

const PAGE = '/agent-dashboard';
const open = (order: Order) => showTo(agent, <AgentDashboard />, `${PAGE}?order=${order._id}`);

test('shows a changed price at its line, and sends it once accepted', async () => {
  const { api, stored } = serve(unread());
  open(unread());
  await writeZinc('2');
  stored.found = [{ ...zinc, price: 1000 }];
  const quote = { medicines: 2000, deliveryFee: 800, commission: 200, reduction: 0, total: 3000 };
  api.on(orderEndpoints.changeOrder, () => refuse('AMOUNT_CHANGED', undefined, quote));
  fireEvent.click(await button('Enregistrer l’ordonnance'));
  await screen.findByText('Les prix ont changé');
  expect(screen.getByText(/^Médicaments : 2\s000\sF au lieu de 1\s800\sF/)).toBeTruthy();
  expect(screen.getByText(/^Prix modifié : 1\s000\sF au lieu de 900\sF/)).toBeTruthy();
  api.on(orderEndpoints.changeOrder, ({ body }) => {
    expect(body).toMatchObject({ prescription: { items: [{ quantity: 2, price: 1000 }] } });
    return { order: read() };
  });
  fireEvent.click(await button('Enregistrer l’ordonnance'));
  await screen.findByText('Ordonnance enregistrée');
});

test('after a colleague’s save, the typed values remain and can replace theirs', async () => {
  const { api, stored } = serve(unread());
  open(unread());
  await writeZinc('4');
  const theirs = { ...zincItem, medicationId: '0198a000-0000-7000-8000-0000000000b8', label: 'Coartem' };
  stored.orders = [read({}, [theirs])];
  api.on(orderEndpoints.changeOrder, () => refuse('ALREADY_TREATED'));
  fireEvent.click(await button('Enregistrer l’ordonnance'));
  await screen.findByText('Cette commande a déjà été traitée');
  await screen.findByText('Cette ordonnance a été saisie entre-temps');
  expect((await quantityOf()).value).toBe('4');
  api.on(prescriptionEndpoints.updatePrescription, ({ body }) => {
    expect(body).toEqual({ items: [{ ...zincItem, quantity: 4 }] });
    return refuse('PRESCRIPTION_RESERVED');
  });
  fireEvent.click(await button('Enregistrer la correction'));
  await screen.findByText(/^Un paiement est en cours pour cette ordonnance/);
  expect((await quantityOf()).value).toBe('4');
  fireEvent.click(await button('Voir ce qui est enregistré'));
  await screen.findByRole('textbox', { name: 'Quantité : Coartem' });
});

test('offers to save once something is changed, and to undo it', async () => {
  const { api, stored } = serve(read());
  open(read());
  fireEvent.change(await quantityOf(), { target: { value: '5' } });
  fireEvent.click(await button('Annuler la correction'));
  expect((await quantityOf()).value).toBe('1');
  expect(screen.queryByRole('button', { name: 'Enregistrer la correction' })).toBeNull();
  fireEvent.change(await quantityOf(), { target: { value: '5' } });
  api.on(prescriptionEndpoints.updatePrescription, ({ path }) => {
    expect(path).toBe(`/api/prescriptions/${read().prescription?._id}`);
    stored.orders = [read({}, [{ ...zincItem, quantity: 5 }])];
    return { prescription: found() };
  });
  fireEvent.click(await button('Enregistrer la correction'));
  await screen.findByText('Ordonnance enregistrée');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Annuler la correction' })).toBeNull());
  expect((await quantityOf()).value).toBe('5');
});
