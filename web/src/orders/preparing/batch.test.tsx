import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { recallEndpoints } from '@amasin/domain/recalls/endpoints.ts';
import type { PharmacyRecall } from '@amasin/domain/recalls/recall.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import { BoxLots } from '../detail/BoxLots.tsx';
import { BatchButton } from './BatchButton.tsx';
import { BatchForm } from './BatchDialog.tsx';

const order = anOrder({});
const line = {
  medicationId: '0198a000-0000-7000-8000-000000000001',
  label: 'Toux Calme',
  batch: undefined,
  expiresOn: undefined,
};

const recall: PharmacyRecall = {
  _id: order._id,
  medication: { _id: line.medicationId, label: line.label, form: 'syrup' },
  lots: ['AB12'],
  advice: 'bring-back',
  note: null,
  source: 'ABMed',
  day: '2026-11-19',
  createdAt: '2026-11-20T09:00:00.000Z',
  asks: false,
  boxes: null,
};

function open(recalls: PharmacyRecall[] = []) {
  const api = fakeApi();
  api.on(recallEndpoints.listPharmacyRecalls, () => ({ recalls, total: recalls.length }));
  const done = vi.fn();
  api.on(orderEndpoints.writeBatch, () => ({ order }));
  showPage(<BatchForm orderId={order._id} line={line} onDone={done} />, '/pharmacy-dashboard');
  return { api, done };
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
const written = (api: ReturnType<typeof fakeApi>) =>
  api.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('what is typed is sent: the lot as it is printed, the month by its last day', async () => {
  const { api, done } = open();
  type('Lot', 'ab 12');
  type('Péremption', '2099-02');
  save();
  await waitFor(() => expect(written(api)).toEqual([{ batch: 'AB12', expiresOn: '2099-02-28' }]));
  await waitFor(() => expect(done).toHaveBeenCalled());
});

test('it may be skipped', () => {
  const { api, done } = open();
  fireEvent.click(screen.getByRole('button', { name: 'Passer' }));
  expect(done).toHaveBeenCalled();
  expect(written(api)).toEqual([]);
});

test.each([
  ['Lot', 'A_1', 'Lot invalide : des chiffres, des lettres, et - / .'],
  ['Péremption', '2020-01', 'Cette boîte est périmée : ne la donnez pas'],
])('is not sent when it is wrong: %s %s', (label, value, words) => {
  const { api } = open();
  type(label, value);
  save();
  expect(screen.getByText(words)).toBeDefined();
  expect(written(api)).toEqual([]);
});

test('the lots of a recall are read before; one of them is refused', async () => {
  const { api, done } = open([recall]);
  api.on(orderEndpoints.writeBatch, () => refuse('BATCH_RECALLED'));
  expect(await screen.findByText('Ne donnez pas : lot AB12.')).toBeDefined();
  type('Lot', 'AB12');
  save();
  expect(await screen.findByText(/Ce lot est rappelé/)).toBeDefined();
  expect(done).not.toHaveBeenCalled();
});

test('without a camera, one types', async () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Scanner la boîte' }));
  expect(
    await screen.findByText('L’appareil photo n’est pas disponible : tapez le lot et la péremption.'),
  ).toBeDefined();
});

test.each([
  [undefined, undefined, 'Lot et péremption'],
  ['AB12', '2099-12-31', 'Lot AB12 · jusqu’au 31 décembre'],
  ['AB12', '2020-01-12', 'Lot AB12 · Périme le 12 janvier'],
])('the line says what was written: %s, %s', (batch, expiresOn, words) => {
  fakeApi();
  showPage(<BatchButton orderId={order._id} line={{ ...line, batch, expiresOn }} />, '/pharmacy-dashboard');
  expect(screen.getByRole('button', { name: 'Lot : Toux Calme' }).textContent).toBe(words);
});

test.each([
  ['2099-12-31', 'Toux Calme : lot AB12, jusqu’au 31 décembre 2099'],
  ['2020-01-12', 'Toux Calme : lot AB12, périme le 12 janvier 2020'],
])('supervisors read the lot, and a day that is near: %s', (expiresOn, words) => {
  fakeApi();
  const items = [{ ...line, batch: 'AB12', expiresOn, quantity: 1, price: 500 }];
  showPage(<BoxLots order={{ ...order, prescription: { ...order.prescription!, items } }} />, '/');
  expect(screen.getByText(words)).toBeDefined();
});
