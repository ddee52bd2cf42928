import { warningEndpoints } from '@amasin/domain/warnings/endpoints.ts';
import type { OrderWarning, WarningCount } from '@amasin/domain/warnings/warnings.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, networkError } from '../../testing/fake-api.ts';
import { anOrder } from '../../testing/orders.ts';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import { WarningCounts } from '../supervision/WarningCounts.tsx';
import { Warnings } from './Warnings.tsx';

const order = anOrder();
const duplicate: OrderWarning = {
  rule: 'duplicate',
  medications: [
    { _id: '0198a000-0000-7000-8000-000000000001', label: 'Doliprane' },
    { _id: '0198a000-0000-7000-8000-000000000002', label: 'Efferalgan' },
  ],
  source: 'Composition du catalogue : paracétamol',
  blocks: true,
  seen: null,
};
const unverified: OrderWarning = { ...duplicate, rule: 'unverified', blocks: false };
const seen = {
  at: '2026-11-20T08:30:00.000Z',
  by: 'Pharmacie Zogbo',
  reason: 'other',
  note: 'Relais',
} as const;

function setUp(sees: boolean, ...first: OrderWarning[]) {
  const api = fakeApi();
  let warnings = first;
  api.on(warningEndpoints.listWarnings, () => ({ warnings, total: warnings.length }));
  api.on(warningEndpoints.seeWarning, () => {
    warnings = [{ ...duplicate, seen }];
    return { warnings, total: 1 };
  });
  showPage(<Warnings order={order} sees={sees} />, '/');
  return api;
}
const posted = (api: ReturnType<typeof fakeApi>) =>
  api.sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('a pharmacist says that she has seen a warning, and why', async () => {
  const api = setUp(true, duplicate);
  await screen.findByText('Doliprane, Efferalgan');
  await screen.findByText('Source : Composition du catalogue : paracétamol');
  fireEvent.click(screen.getByRole('button', { name: 'Autre raison' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Écrivez la raison');
  expect(posted(api)).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Précision/), { target: { value: ' Relais ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Autre raison' }));
  await screen.findByText(/^Vu par Pharmacie Zogbo le .* · Autre raison · Relais$/);
  expect(posted(api)).toEqual([
    { medications: duplicate.medications.map(({ _id }) => _id), reason: 'other', note: 'Relais' },
  ]);
  await waitFor(() => expect(screen.queryByText('J’ai vu')).toBeNull());
});

test.each([
  ['one that stops nothing', true, unverified],
  ['a reader who only reads', false, duplicate],
])('nothing is asked of %s', async (_name, sees, warning) => {
  setUp(sees, warning);
  await screen.findByText('Doliprane, Efferalgan');
  expect(screen.queryByText('J’ai vu')).toBeNull();
});

test('warnings that were not read are read again', async () => {
  const api = fakeApi();
  api.on(warningEndpoints.listWarnings, () => networkError);
  showPage(<Warnings order={order} />, '/');
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(warningEndpoints.listWarnings, () => ({ warnings: [duplicate], total: 1 }));
  fireEvent.click(again);
  await screen.findByText('Doliprane, Efferalgan');
});

test('a rule that is nearly always passed over asks to be switched off', async () => {
  const rules: WarningCount[] = [
    { rule: 'duplicate', raised: 20, seen: 17, off: false },
    { rule: 'recent', raised: 20, seen: 15, off: false },
    { rule: 'allergy', raised: 0, seen: 0, off: false },
    { rule: 'adult-form', raised: 30, seen: 30, off: true },
  ];
  fakeApi().on(warningEndpoints.countWarnings, () => ({ rules }));
  showPage(<WarningCounts />, '/');
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => plain(textContent))).toEqual([
    expect.stringContaining('Passé outre 17 fois sur 20 : à désactiver ?'),
    expect.stringContaining('15 fois sur 20'),
    expect.stringContaining('Jamais apparue'),
    expect.stringContaining('Désactivée'),
  ]);
});
