import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CHOSEN_FILE, readStored, store } from '../../../lib/stored.ts';
import { alreadyPaid, reviewed } from '../../../testing/payments.ts';
import { aUser } from '../../../testing/people.ts';
import { fill, newDevice, openOrder, sendButton, setUpOrder } from '../order.fixture.tsx';

beforeEach(newDevice);

const user = aUser();
const ORDER = { _id: '0198a000-0000-7000-8000-0000000000f1', number: 'CMD-000042' };
const draftKey = `kept:${user._id}:order-draft`;
const storedBasket = () => (readStored(user._id, 'order-draft') as { basketId: string } | null)?.basketId;
const medicines = () => screen.queryByRole('list', { name: 'Médicaments choisis' });

test('shows a card instead of « Payer » for a draft whose payment is under review', async () => {
  const { api } = setUpOrder();
  const first = openOrder(user);
  await fill();
  const basketId = storedBasket() ?? '';
  first.unmount();
  api.on(paymentEndpoints.listPayments, () => ({ payments: [{ ...reviewed, basketId }] }));
  openOrder(user);
  await screen.findByText('Paiement à vérifier');
  expect(screen.getAllByText('Paiement à vérifier')).toHaveLength(1);
  expect(sendButton(/^Payer quand même$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Payer \d/ })).toBeNull();
});

test('a paid basket opens its order, and leaves an empty form', async () => {
  const { api } = setUpOrder();
  api.on(paymentEndpoints.openPayment, () => alreadyPaid(ORDER));
  const { router } = openOrder(user);
  await fill();
  // Chosen before another way was selected, and not uploaded.
  store(user._id, CHOSEN_FILE, { name: 'a.pdf', type: 'application/pdf', data: '' });
  const before = storedBasket();
  expect(before).toBeDefined();
  fireEvent.click(sendButton(/Payer 1\s800\sF/));
  fireEvent.click(await screen.findByRole('link', { name: 'Voir la commande' }));
  await screen.findByText('Suivi');
  expect(readStored(user._id, CHOSEN_FILE)).toBeNull();
  expect(router.state.location.search).toBe(`?order=${ORDER._id}`);
  expect(storedBasket()).toBeUndefined();
});

test('syncs the draft and its basket id with another tab', async () => {
  setUpOrder();
  openOrder(user);
  await fill();
  const written = window.localStorage.getItem(draftKey);
  const elsewhere = (draft: string | null) =>
    act(() => {
      if (draft === null) window.localStorage.removeItem(draftKey);
      else window.localStorage.setItem(draftKey, draft);
      window.dispatchEvent(new StorageEvent('storage', { key: draftKey }));
    });
  elsewhere(null);
  await waitFor(() => expect(medicines()).toBeNull());
  elsewhere(written);
  await waitFor(() => expect(medicines()).not.toBeNull());
  expect(storedBasket()).toBe(JSON.parse(written ?? '').basketId);
  // A synced draft is stored unchanged, which sends no event to the other tab.
  expect(window.localStorage.getItem(draftKey)).toBe(written);
});
