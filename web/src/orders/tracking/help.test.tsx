import type { Order } from '@amasin/domain/orders/order.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOrder } from '../../testing/orders.ts';
import { phoneScreen, showPage } from '../../testing/show-page.tsx';
import { HelpButton } from './HelpButton.tsx';

const person = (name: string, phone: string) => ({
  _id: '0198a000-0000-7000-8000-0000000000b1',
  name,
  phone,
});

async function openHelp(change: Partial<Order>) {
  const order = anOrder({ pharmacy: null, deliveryPerson: null, ...change });
  const router = showPage(<HelpButton order={order} />, `/tracking?order=${order._id}`);
  fireEvent.click(screen.getByRole('button', { name: 'Besoin d’aide' }));
  const dialog = await screen.findByRole('dialog', { name: 'Besoin d’aide' });
  const links = within(dialog)
    .getAllByRole('link')
    .map((link) => [link.textContent?.replace(/\s/g, ' '), link.getAttribute('href')]);
  return { order, router, dialog, links };
}

const us = ['Appeler Amasin 01 97 00 00 00', 'tel:+2290197000000'];
const doctorOf = ({ _id }: Order) => ['Écrire à un médecin', `/tracking?order=${_id}&chat=list`];

test('before anyone is assigned: us, and a doctor', async () => {
  const { order, dialog, links } = await openHelp({});
  expect(links).toEqual([us, doctorOf(order)]);
  expect(within(dialog).getByText(new RegExp(order.number))).toBeDefined();
});

test('once they are assigned: the pharmacy and the courier too', async () => {
  const { order, links } = await openHelp({
    pharmacy: person('Pharmacie Camp Guézo', '+2290195000009'),
    deliveryPerson: person('Koffi Adjovi', '+2290196000008'),
  });
  expect(links).toEqual([
    us,
    ['Appeler Pharmacie Camp Guézo, la pharmacie 01 95 00 00 09', 'tel:+2290195000009'],
    ['Appeler Koffi Adjovi, le livreur 01 96 00 00 08', 'tel:+2290196000008'],
    doctorOf(order),
  ]);
});

test('on a phone Back closes it; the consultation takes its place', async () => {
  phoneScreen();
  const { router, dialog } = await openHelp({});
  expect(router.state.location.search).toMatch(/aide=1/);
  fireEvent.click(within(dialog).getByRole('link', { name: 'Écrire à un médecin' }));
  await waitFor(() => expect(router.state.location.search).toMatch(/^\?order=[^&]+&chat=list$/));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(router.state.location.search).toMatch(/^\?order=[^&]+$/));
});
