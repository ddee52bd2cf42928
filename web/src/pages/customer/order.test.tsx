import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { store } from '../../lib/stored.ts';
import { emptyDraft } from '../../orders/ordering/draft.ts';
import { refuse } from '../../testing/fake-api.ts';
import { portal } from '../../testing/payments.ts';
import { aUser } from '../../testing/people.ts';
import {
  addressField,
  choose,
  fill,
  medicineField,
  newDevice,
  openOrder,
  paracetamol,
  sectorField,
  sendButton,
  setUpOrder,
  zone,
} from './order.fixture.tsx';

beforeEach(newDevice);

test('the lines add up to the total, which is sent', async () => {
  const { opened } = setUpOrder();
  openOrder();
  await fill();
  await screen.findByText(/^Livraison habituelle : environ 55\smin après le paiement$/);
  fireEvent.click(sendButton(/Payer 1\s800\sF/));
  await waitFor(() => expect(opened()).toHaveLength(1));
  expect(opened()[0]?.body).toEqual({
    order: {
      prescription: {
        type: 'numerical',
        items: [{ medicationId: paracetamol._id, label: paracetamol.label, quantity: 1, price: 1000 }],
      },
      deliveryZone: zone._id,
      deliveryAddress: 'Portail bleu',
      finalAmount: 1800,
    },
    basketId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  await screen.findByTitle('Portail de paiement');
});

test('the medicines are chosen while the zones load, and only the zone waits for them', async () => {
  const { api } = setUpOrder();
  const zones = Promise.withResolvers<void>();
  api.on(zoneEndpoints.listZones, async () => {
    await zones.promise;
    return { zones: [zone], total: 1 };
  });
  openOrder();
  await choose('para');
  fireEvent.change(await addressField(), { target: { value: 'Portail bleu' } });
  expect(screen.queryByRole('combobox', { name: 'Votre quartier' })).toBeNull();
  fireEvent.click(sendButton(/Commander/));
  await screen.findByText('Nous n’avons pas encore les quartiers.');
  zones.resolve();
  expect((await sectorField()).getAttribute('aria-invalid')).not.toBe('true');
  expect(screen.getByText(paracetamol.label)).toBeDefined();
});

test('zones that do not load are asked for again in their place, and the rest of the order stays', async () => {
  const { api } = setUpOrder();
  api.on(zoneEndpoints.listZones, () => refuse('NOT_FOUND'));
  openOrder();
  await choose('para');
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(zoneEndpoints.listZones, () => ({ zones: [zone], total: 1 }));
  fireEvent.click(retry);
  await sectorField();
  expect(screen.getByText(paracetamol.label)).toBeDefined();
});

test('shows a changed amount, which is paid only after a confirmation', async () => {
  const { api, opened } = setUpOrder();
  const dearer = { ...paracetamol, price: 2000 };
  api.on(paymentEndpoints.openPayment, () => {
    api.on(medicationEndpoints.searchMedications, () => ({ medications: [dearer], total: 1 }));
    api.on(paymentEndpoints.openPayment, () => ({ transactionId: 'TX-1', amount: 2900, portal }));
    const quote = { medicines: 2000, deliveryFee: 700, commission: 200, reduction: 0, total: 2900 };
    return refuse('AMOUNT_CHANGED', undefined, quote);
  });
  openOrder();
  await fill();
  fireEvent.click(sendButton(/Payer 1\s800\sF/));
  expect(await screen.findByText(/^Le montant a changé : 2\s900\sF\. Veuillez vérifier/)).toBeDefined();
  expect(screen.getByText('Ancien total').parentElement?.textContent).toMatch(/1\s800\sF$/);
  expect(
    within(screen.getByRole('list', { name: 'Médicaments choisis' })).getByText(/^2\s000\sF$/),
  ).toBeDefined();
  expect(screen.queryByTitle('Portail de paiement')).toBeNull();
  fireEvent.click(sendButton(/Confirmer et payer 2\s900\sF/));
  await waitFor(() => expect(opened()).toHaveLength(2));
  expect(opened()[1]?.body).toMatchObject({ order: { finalAmount: 2900 } });
  expect(JSON.stringify(opened()[1]?.body)).not.toContain('"price"');
});

test('shows missing fields, and focuses the first', async () => {
  const { opened } = setUpOrder();
  openOrder();
  await medicineField();
  await addressField();
  fireEvent.click(sendButton(/^Commander$/));
  expect(await screen.findByText('Veuillez ajouter au moins un médicament')).toBeDefined();
  expect(screen.getByText('Zone requise')).toBeDefined();
  expect(screen.getByText('Adresse requise')).toBeDefined();
  const field = await medicineField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(opened()).toHaveLength(0);
});

test('does not add a medicine that requires a prescription, and offers the two other ways', async () => {
  setUpOrder();
  openOrder();
  await choose('amox');
  expect(await screen.findByText('Ce médicament demande une ordonnance')).toBeDefined();
  expect(screen.queryByRole('list', { name: 'Médicaments choisis' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'J’ai un code d’ordonnance' }));
  const way = screen.getByRole<HTMLInputElement>('radio', { name: /^Code d’ordonnance/ });
  expect(way.checked).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(way));
  expect(screen.queryByText('Ce médicament demande une ordonnance')).toBeNull();
});

test('marks the line of a medicine that now requires a prescription, with the two other ways', async () => {
  const { api } = setUpOrder();
  api.on(paymentEndpoints.openPayment, () =>
    refuse('PRESCRIPTION_NEEDED', {
      'order.prescription.items.0.label': 'Ce médicament demande une ordonnance',
    }),
  );
  openOrder();
  await fill();
  fireEvent.click(sendButton(/^Payer/));
  const lines = await screen.findByRole('list', { name: 'Médicaments choisis' });
  expect(await within(lines).findByText('Ce médicament demande une ordonnance')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Photographier mon ordonnance' }));
  expect(await screen.findByText('Photo de votre ordonnance ou de la boîte')).toBeDefined();
});

test('marks the line of a deleted medicine', async () => {
  const { api } = setUpOrder();
  api.on(paymentEndpoints.openPayment, () => {
    api.on(medicationEndpoints.searchMedications, () => ({ medications: [], total: 0 }));
    return refuse('MEDICATION_UNAVAILABLE');
  });
  openOrder();
  await fill();
  fireEvent.click(sendButton(/^Payer/));
  const lines = await screen.findByRole('list', { name: 'Médicaments choisis' });
  expect(await within(lines).findByText("Ce médicament n'est plus disponible")).toBeDefined();
  expect((await addressField()).value).toBe('Portail bleu');
});

test('the draft survives a reload, for its own user only', async () => {
  setUpOrder();
  const first = openOrder();
  await fill();
  first.unmount();
  const other = openOrder(aUser({ _id: '0198a000-0000-7000-8000-000000000002' }));
  await medicineField();
  expect(screen.queryByText(paracetamol.label)).toBeNull();
  other.unmount();
  openOrder();
  expect(await screen.findByText(paracetamol.label)).toBeDefined();
  expect((await sectorField()).value).toBe('Cadjèhoun, Cotonou – 12e arrondissement');
  expect((await addressField()).value).toBe('Portail bleu');
});

test('uses the current address of the profile for every order', async () => {
  setUpOrder();
  const first = openOrder(aUser({ address: 'Ancienne rue' }));
  expect((await addressField()).value).toBe('Ancienne rue');
  first.unmount();
  const moved = openOrder(aUser({ address: 'Nouvelle rue' }));
  expect((await addressField()).value).toBe('Nouvelle rue');
  await choose('para');
  moved.unmount();
  const movedAgain = openOrder(aUser({ address: 'Dernière rue' }));
  expect(await screen.findByText(paracetamol.label)).toBeDefined();
  expect((await addressField()).value).toBe('Dernière rue');
  fireEvent.change(await addressField(), { target: { value: 'Chez ma mère' } });
  movedAgain.unmount();
  openOrder(aUser({ address: 'Encore une rue' }));
  expect((await addressField()).value).toBe('Chez ma mère');
});

test('the profile’s address replaces the one in a draft of an earlier version that contains nothing else', async () => {
  setUpOrder();
  const user = aUser({ address: 'Nouvelle rue' });
  store(user._id, 'order-draft', { ...emptyDraft, address: 'Ancienne rue' });
  openOrder(user);
  expect((await addressField()).value).toBe('Nouvelle rue');
});

test('shows the server’s message when paying is refused', async () => {
  const { api } = setUpOrder();
  api.on(paymentEndpoints.openPayment, () => refuse('PAYMENT_SERVICE_ERROR'));
  openOrder();
  await fill();
  fireEvent.click(sendButton(/^Payer/));
  expect(await screen.findByText('Payment service error')).toBeDefined();
  expect(screen.getByText(paracetamol.label)).toBeDefined();
});

test('a removed medicine can be restored', async () => {
  setUpOrder();
  openOrder();
  await choose('para');
  fireEvent.click(screen.getByRole('button', { name: `Retirer ${paracetamol.label}` }));
  expect(screen.queryByRole('list', { name: 'Médicaments choisis' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(screen.getByRole('list', { name: 'Médicaments choisis' })).toBeDefined();
});

test('searches for medicines from 2 characters', async () => {
  const { api } = setUpOrder();
  openOrder();
  const field = await medicineField();
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: 'p' } });
  fireEvent.change(field, { target: { value: 'pa' } });
  await screen.findAllByRole('option');
  const requests = api.sent.filter(({ path }) => path === '/api/medications/search');
  expect(requests.map(({ query }) => query.q)).toEqual(['pa']);
});

test('a double tap on « Continuer » is one step: Back leads to the previous one', async () => {
  setUpOrder();
  const { router } = openOrder();
  await choose('para');
  await screen.findByRole('list', { name: 'Médicaments choisis' });
  const onward = sendButton(/^Continuer$/);
  fireEvent.click(onward);
  fireEvent.click(onward);
  await waitFor(() => expect(router.state.location.search).toBe('?etape=livraison'));
  await router.navigate(-1);
  await waitFor(() => expect(router.state.location.search).toBe(''));
});
