import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refuse } from '../../../testing/fake-api.ts';
import { aUser } from '../../../testing/people.ts';
import { aPharmacy } from '../../../testing/pharmacies.ts';
import { fill, newDevice, openOrder, paracetamol, sendButton, setUpOrder, zone } from '../order.fixture.tsx';

beforeEach(newDevice);

const partner = aPharmacy({ isPartner: true, accountId: '0198a000-0000-7000-8000-0000000000f1' });

/** The order form of a link from the card of this pharmacy; null for an unknown one. */
function openWith(pharmacy: Pharmacy | null, url = `/order?pharmacie=${partner._id}`) {
  const served = setUpOrder();
  served.api.on(pharmacyEndpoints.readPharmacy, () =>
    pharmacy === null ? refuse('NOT_FOUND') : { pharmacy },
  );
  return { ...served, ...openOrder(aUser(), url) };
}
const shown = () => screen.findByText('Pharmacie Fifamè');
const removeButton = () => screen.findByRole('button', { name: 'Retirer Pharmacie Fifamè' });

const orderIn = (sent: { body: unknown } | undefined) => (sent?.body as { order?: object })?.order;

async function pay({ opened }: Pick<ReturnType<typeof openWith>, 'opened'>) {
  await fill();
  fireEvent.click(sendButton(/Payer 1\s800\sF/));
  await waitFor(() => expect(opened()).toHaveLength(1));
  return orderIn(opened()[0]);
}

test('the pharmacy of a link is shown, survives a reload, and is sent with the order', async () => {
  const { router } = openWith(partner);
  await shown();
  await waitFor(() => expect(router.state.location.search).toBe(''));
  cleanup();
  const reopened = openWith(partner, '/order');
  await shown();
  expect(await pay(reopened)).toMatchObject({ wishedPharmacy: partner._id });
});

test('it can be removed, which can be undone, and is then not sent', async () => {
  const page = openWith(partner);
  fireEvent.click(await removeButton());
  const undo = await screen.findByRole('button', { name: 'Annuler' });
  await waitFor(() => expect(document.activeElement).toBe(undo));
  fireEvent.click(undo);
  await shown();
  fireEvent.click(await removeButton());
  expect(await pay(page)).not.toHaveProperty('wishedPharmacy');
});

test.each<[string, Pharmacy | null, RegExp]>([
  ['unknown', null, /^Cette pharmacie ne prend pas de commandes/],
  ['not a partner', aPharmacy({ accountId: 'x' }), /^Pharmacie Fifamè ne prend pas de commandes/],
  ['without an account', aPharmacy({ isPartner: true }), /^Pharmacie Fifamè ne prend pas de commandes/],
])('a pharmacy that is %s is ignored with a sentence, and the order goes on', async (_, pharmacy, text) => {
  const page = openWith(pharmacy);
  await screen.findByText(text);
  await waitFor(() => expect(page.router.state.location.search).toBe(''));
  expect(await pay(page)).not.toHaveProperty('wishedPharmacy');
});

test('a pharmacy that no longer takes orders leaves the stored draft', async () => {
  openWith(partner);
  await shown();
  cleanup();
  const page = openWith({ ...partner, isPartner: false }, '/order');
  await screen.findByText(/^Pharmacie Fifamè ne prend pas de commandes/);
  expect(await pay(page)).not.toHaveProperty('wishedPharmacy');
});

test('ordering again does not repeat the wish', async () => {
  openWith(partner);
  await shown();
  cleanup();
  const { api, opened } = setUpOrder();
  api.on(pharmacyEndpoints.readPharmacy, () => ({ pharmacy: partner }));
  const { _id: medicationId, label, form, price } = paracetamol;
  const items = [{ medicationId, label, form, price, quantity: 1 }];
  api.on(orderEndpoints.readAgain, () => ({
    again: { items, gone: [], prescribed: [], zone: zone._id, address: 'Portail gris', insured: false },
  }));
  openOrder(aUser(), '/order?encore=0198a000-0000-7000-8000-0000000000e7');
  await waitFor(() => expect(sendButton(/^Payer 1\s800\sF/)).toBeDefined());
  fireEvent.click(sendButton(/^Payer 1\s800\sF/));
  await waitFor(() => expect(opened()).toHaveLength(1));
  expect(orderIn(opened()[0])).not.toHaveProperty('wishedPharmacy');
});
