import type { OrderAgain } from '@amasin/domain/orders/again.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { store } from '../../../lib/stored.ts';
import { emptyDraft } from '../../../orders/ordering/draft.ts';
import { refuse } from '../../../testing/fake-api.ts';
import { aUser } from '../../../testing/people.ts';
import {
  addressField,
  amoxicillin,
  card,
  newDevice,
  openOrder,
  paracetamol,
  sectorField,
  sendButton,
  setUpOrder,
  zone,
} from '../order.fixture.tsx';

const ID = '0198a000-0000-7000-8000-0000000000e7';
const whole: OrderAgain = {
  items: [
    {
      medicationId: paracetamol._id,
      label: paracetamol.label,
      form: paracetamol.form,
      price: 1200,
      quantity: 3,
    },
  ],
  gone: [],
  prescribed: [],
  zone: zone._id,
  address: 'Portail gris',
  insured: false,
};

beforeEach(newDevice);

function openAgain(changes: Partial<OrderAgain> = {}, insured?: typeof card) {
  const { api } = setUpOrder({ insured: insured ?? null });
  api.on(orderEndpoints.readAgain, ({ path }) => {
    expect(path).toBe(`/api/orders/${ID}/again`);
    return { again: { ...whole, ...changes } };
  });
  return openOrder(aUser(), `/order?encore=${ID}`);
}

test('fills the form at today’s prices, for the same place, and opens the summary', async () => {
  const { router } = openAgain();
  await waitFor(() => expect(router.state.location.search).toBe('?etape=recapitulatif'));
  const lines = within(await screen.findByRole('list', { name: 'Médicaments choisis' }));
  expect(lines.getByText('Paracétamol 500 mg')).toBeDefined();
  expect((await sectorField()).value).toBe(zone.label);
  expect((await addressField()).value).toBe('Portail gris');
  // 3 × 1,200, commission 360, delivery 700.
  expect(sendButton(/^Payer 4\s660\sF$/)).toBeDefined();
  expect(screen.queryByText('Cette commande n’est pas complète')).toBeNull();
});

test('replaces a draft, which can be taken up again, and uses the card that the order used', async () => {
  store(aUser()._id, 'order-draft', { ...emptyDraft, way: 'code', code: 'ORD-1', address: 'Ailleurs' });
  openAgain({ insured: true }, card);
  // 37 % of 3,600 is 1,332.
  await waitFor(() => expect(sendButton(/^Payer 3\s328\sF$/)).toBeDefined());
  expect(screen.queryByDisplayValue('Ailleurs')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'La reprendre' }));
  expect((await addressField()).value).toBe('Ailleurs');
  expect(await screen.findByDisplayValue('ORD-1')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'La reprendre' })).toBeNull();
});

test('names what is no longer sold and what needs a prescription', async () => {
  openAgain({ gone: ['Zinc 20 mg', 'Nivaquine'], prescribed: [amoxicillin.label] });
  const notice = (await screen.findByText('Cette commande n’est pas complète')).closest('[role="status"]');
  expect(notice?.textContent).toContain('Plus en vente : Zinc 20 mg, Nivaquine.');
  expect(notice?.textContent).toContain(
    'À commander avec une ordonnance, par sa photo ou son code : Amoxicilline 1 g.',
  );
});

test.each<[string, Partial<OrderAgain>, search: string]>([
  ['the delivery when the zone is no longer served', { zone: null }, '?etape=livraison'],
  [
    'the medicines when none is sold without prescription',
    { items: [], prescribed: [amoxicillin.label] },
    '?etape=medicaments',
  ],
])('opens %s', async (_, changes, search) => {
  const { router } = openAgain(changes);
  await waitFor(() => expect(router.state.location.search).toBe(search));
});

test('an order that cannot be read leaves the draft as it was', async () => {
  const { api } = setUpOrder();
  api.on(orderEndpoints.readAgain, () => refuse('NOT_FOUND'));
  store(aUser()._id, 'order-draft', { ...emptyDraft, address: 'Ailleurs', usual: '' });
  const { router } = openOrder(aUser(), `/order?encore=${ID}`);
  await screen.findByText('Élément introuvable');
  await waitFor(() => expect(router.state.location.search).toBe('?etape=medicaments'));
  expect((await addressField()).value).toBe('Ailleurs');
});
