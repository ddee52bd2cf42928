import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { holdClock } from '../../testing/hold-clock.ts';
import { anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import { ReportShortage } from './OrderToPrepare.tsx';

// What is reported is held.
let passHold: ReturnType<typeof holdClock>;
beforeEach(() => {
  passHold = holdClock();
});

const item = (n: number) => ({
  medicationId: `0198a000-0000-7000-8000-00000000000${n}`,
  label: `Médicament ${n}`,
  quantity: 1,
  price: 500,
});

function setUp(...items: ReturnType<typeof item>[]) {
  const base = anOrder({ allowedActions: ['report-shortage'] });
  const prescription = { ...base.prescription!, items };
  const order = { ...base, prescription };
  const api = fakeApi();
  api.on(orderEndpoints.reportShortage, () => ({ order }));
  showPage(<ReportShortage order={order} />, '/');
  return api;
}

test('asks which of several medicines is missing', async () => {
  const api = setUp(item(1), item(2));
  fireEvent.change(screen.getByLabelText('Précision (facultatif)'), { target: { value: 'demain' } });
  fireEvent.click(screen.getByText('Médicament en rupture'));
  fireEvent.change(await screen.findByLabelText('Quel médicament ?'), {
    target: { value: item(2).medicationId },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Prévenir le superviseur' }));
  await passHold();
  const body = { reason: 'medicine-out-of-stock', note: 'demain', medicationId: item(2).medicationId };
  await waitFor(() => expect(api.sent.at(-1)?.body).toEqual(body));
});

test('asks nothing more of what concerns no line, or the only one', async () => {
  const api = setUp(item(1));
  fireEvent.click(screen.getByText('La pharmacie ferme'));
  await passHold();
  await waitFor(() => expect(api.sent.at(-1)?.body).toEqual({ reason: 'pharmacy-closing', note: null }));
});

test('can be taken back', async () => {
  const api = setUp(item(1));
  fireEvent.click(screen.getByText('La pharmacie ferme'));
  fireEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
  await passHold();
  expect(api.sent).toEqual([]);
});

test('shows what was reported', () => {
  const problem = { reason: 'price-differs' as const, note: 'Zinc', at: '2026-11-20T09:00:00.000Z' };
  showPage(<ReportShortage order={anOrder({ problem })} />, '/');
  expect(screen.getByText('Prix différent')).toBeTruthy();
  expect(screen.queryByText('Je ne peux pas préparer')).toBeNull();
});
