import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { GivenBack as GivenBackFields } from '@amasin/domain/orders/refund.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, networkError } from '../../testing/fake-api.ts';
import { anOrder } from '../../testing/orders.ts';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import { Medicines } from '../detail/Medicines.tsx';
import { MoneyLines } from '../detail/OpenOrder.tsx';
import { GivenBack } from '../GivenBack.tsx';
import { seenOrder } from '../history/seen-orders.ts';
import { GiveBack, GiveBackShortage } from './GiveBack.tsx';

const TABLETS = '0198a000-0000-7000-8000-0000000000b1';
const SYRUP = '0198a000-0000-7000-8000-0000000000b2';

/** Two boxes at 500 F and a syrup at 2 000 F: 3 000 F, commission 300 F, delivery 800 F. */
const items = [
  { medicationId: TABLETS, label: 'Paracétamol 500 mg', quantity: 2, price: 500 },
  { medicationId: SYRUP, label: 'Sirop Toplexil', quantity: 1, price: 2_000 },
];
const order = (change: Partial<Order> = {}, lines: NonNullable<Order['prescription']>['items'] = items) => {
  const { prescription } = anOrder();
  return anOrder({
    prescription: prescription && { ...prescription, items: lines },
    ...{ medicinesAmount: 3_000, commission: 300, totalAmount: 4_100, finalAmount: 4_100 },
    allowedActions: ['give-back'],
    ...change,
  });
};
const given: GivenBackFields = {
  amount: 2_200,
  state: 'asked',
  to: 'Moov …17',
  at: '2026-11-20T09:00:00.000Z',
  reason: 'unavailable',
  lines: [{ label: 'Sirop Toplexil', quantity: 1 }],
};

const sentTo = (api: ReturnType<typeof fakeApi>) =>
  api.sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
const dialogOf = async () =>
  within(await screen.findByRole('dialog', { name: 'Rembourser ces médicaments ?' }));

test('a supervisor chooses which and how many, reads what goes back, and nothing is sent before', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.giveBack, () => ({ order: order() }));
  showPage(<GiveBack order={order()} />, '/supervisor-dashboard');
  fireEvent.click(await screen.findByText('Rembourser des médicaments'));
  fireEvent.click(screen.getByRole('button', { name: 'Abîmé ou périmé' }));
  const dialog = await dialogOf();
  expect(dialog.getByRole('button', { name: 'Rembourser' })).toHaveProperty('disabled', true);
  fireEvent.change(dialog.getByLabelText('Paracétamol 500 mg'), { target: { value: '1' } });
  expect(plain(dialog.getByText(/reviennent à/).parentElement?.textContent ?? null)).toBe(
    '550 F reviennent à Afi Dossou, sur le compte qui a payé. La livraison reste due.',
  );
  expect(sentTo(api)).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
  await screen.findByText('Remboursement demandé');
  const body = { lines: [{ medicationId: TABLETS, givenBack: 1 }], reason: 'damaged', note: null };
  expect(sentTo(api)).toEqual([[`/api/orders/${order()._id}/give-back`, body]]);
});

test('what was given back before is counted, and cannot be chosen again', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.giveBack, () => ({ order: order() }));
  const [tablets, syrup] = items.map((item) => ({ ...item, givenBack: 1 }));
  showPage(<GiveBack order={order({ state: 'delivered' }, [tablets!, syrup!])} />, '/supervisor-dashboard');
  fireEvent.click(await screen.findByText('Rembourser des médicaments'));
  fireEvent.click(screen.getByRole('button', { name: 'Autre raison' }));
  const dialog = await dialogOf();
  expect(dialog.queryByLabelText('Sirop Toplexil')).toBeNull();
  fireEvent.change(dialog.getByLabelText('Paracétamol 500 mg'), { target: { value: '1' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
  await screen.findByText('Remboursement demandé');
  expect(sentTo(api)[0]?.[1]).toMatchObject({ lines: [{ medicationId: TABLETS, givenBack: 2 }] });
});

test('the last line before the handover says that the order is cancelled', async () => {
  fakeApi();
  const [tablets, syrup] = items;
  const left = order({ givenBack: [given] }, [tablets!, { ...syrup!, givenBack: 1 }]);
  showPage(<GiveBack order={left} />, '/supervisor-dashboard');
  fireEvent.click(await screen.findByText('Rembourser des médicaments'));
  fireEvent.click(screen.getByRole('button', { name: 'En rupture' }));
  const dialog = await dialogOf();
  fireEvent.change(dialog.getByLabelText('Paracétamol 500 mg'), { target: { value: '2' } });
  expect(plain(dialog.getByText(/la commande est annulée/).textContent)).toBe(
    'Il ne reste rien à livrer : la commande est annulée, et 1 900 F reviennent à Afi Dossou.',
  );
});

test.each([
  ['medicine-out-of-stock', TABLETS, 2],
  ['quantity-short', TABLETS, 1],
] as const)('« %s » is solved from what its pharmacy named', async (reason, medicationId, givenBack) => {
  const api = fakeApi();
  api.on(orderEndpoints.giveBack, () => ({ order: order() }));
  const problem = { reason, note: 'Paracétamol 500 mg', at: '2026-11-20T09:00:00.000Z', medicationId };
  showPage(<GiveBackShortage order={order({ problem })} />, '/supervisor-dashboard');
  fireEvent.click(await screen.findByRole('button', { name: 'Rembourser cette ligne' }));
  fireEvent.click((await dialogOf()).getByRole('button', { name: 'Rembourser' }));
  await screen.findByText('Remboursement demandé');
  expect(sentTo(api)[0]?.[1]).toEqual({
    lines: [{ medicationId, givenBack }],
    reason: 'unavailable',
    note: null,
  });
});

test('without a network, what was chosen and written stays in the dialog', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.giveBack, () => networkError);
  showPage(<GiveBack order={order()} />, '/supervisor-dashboard');
  fireEvent.click(await screen.findByText('Rembourser des médicaments'));
  fireEvent.click(screen.getByRole('button', { name: 'Autre raison' }));
  const dialog = await dialogOf();
  fireEvent.change(dialog.getByLabelText('Paracétamol 500 mg'), { target: { value: '1' } });
  fireEvent.change(dialog.getByLabelText('Précision (facultatif)'), { target: { value: 'Vu avec elle' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
  await screen.findByText('Erreur lors du remboursement. Vérifiez votre réseau, puis réessayez.');
  expect(dialog.getByLabelText('Paracétamol 500 mg')).toHaveProperty('value', '1');
  expect(dialog.getByLabelText('Précision (facultatif)')).toHaveProperty('value', 'Vu avec elle');
});

test('a shortage that names no line offers no refund of one', async () => {
  fakeApi();
  const problem = { reason: 'pharmacy-closing', note: null, at: '2026-11-20T09:00:00.000Z' } as const;
  showPage(<GiveBackShortage order={order({ problem })} />, '/supervisor-dashboard');
  expect(screen.queryByRole('button', { name: 'Rembourser cette ligne' })).toBeNull();
});

test.each([
  ['asked', '2 200 F vous reviennent sur Moov …17', /^En route/],
  ['failed', '2 200 F vous reviennent sur Moov …17', /^En route/],
  ['done', '2 200 F vous sont revenus sur Moov …17', /^Remboursé/],
] as const)(
  'its customer reads what lacks, what comes back and where to (%s)',
  async (state, money, step) => {
    fakeApi();
    showPage(<GivenBack givenBack={[{ ...given, state }]} reader="customer" />, '/tracking');
    await screen.findByText('Manque : 1 × Sirop Toplexil');
    expect(screen.getByText((text) => plain(text) === money)).toBeDefined();
    expect(screen.getByText(step)).toBeDefined();
  },
);

test('a supervisor reads who noted it, when and how', async () => {
  fakeApi();
  const settled = { by: 'Awa Kora', note: 'Moov, 20 novembre' };
  showPage(
    <GivenBack
      givenBack={[{ ...given, state: 'done', settled, note: 'Vu avec elle' }]}
      reader="supervisor"
    />,
    '/',
  );
  await screen.findByText('Noté par Awa Kora : Moov, 20 novembre');
  expect(screen.getByText('Pour l’équipe : Vu avec elle')).toBeDefined();
});

test('lines and amounts say what was given back', async () => {
  fakeApi();
  const [tablets, syrup] = items;
  const shown = order({ givenBack: [given] }, [
    { ...tablets!, givenBack: 1 },
    { ...syrup!, givenBack: 1 },
  ]);
  showPage(
    <>
      <Medicines order={shown} />
      <MoneyLines order={shown} />
    </>,
    '/',
  );
  await screen.findByText('Remboursé : 1 sur 2');
  expect(screen.getByText('Remboursé')).toBeDefined();
  expect(plain(screen.getByText('Rendu').parentElement?.textContent ?? null)).toBe('Rendu-2 200 F');
});

test('the device stores what came back without the medicines', () => {
  const stored = seenOrder(order({ givenBack: [given] }));
  expect(stored.givenBack).toEqual([{ ...given, lines: [] }]);
  expect(JSON.stringify(stored)).not.toContain('Toplexil');
});
