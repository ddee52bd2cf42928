import { restEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { aPrescription } from '../testing/prescriptions.ts';
import { showPage } from '../testing/show-page.tsx';
import { Rests } from './Rests.tsx';

const line = { medicationId: '0198a000-0000-7000-8000-0000000000b1', label: 'Fer', quantity: 1, price: 500 };
const rest = (change: object) => aPrescription({ items: [{ ...line, ...change }] });

function setUp(prescriptions: ReturnType<typeof rest>[], number?: string) {
  const api = fakeApi();
  let open = prescriptions;
  api.on(restEndpoints.listRests, () => ({ prescriptions: open, total: open.length }));
  api.on(restEndpoints.renounceRest, () => {
    open = [];
    return null;
  });
  showPage(<Rests {...(number !== undefined && { number })} />, '/dashboard');
  return api;
}

test('says what remains and until when, and leads to ordering it', async () => {
  setUp([rest({ quantity: 3, deliverBefore: '2027-03-03' })]);
  const words = await screen.findByText('Il vous reste à prendre');
  expect(words).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe('3 × Ferà commander avant le 3 mars 2027');
  expect(screen.getByRole('link', { name: 'Commander le reste' }).getAttribute('href')).toBe(
    '/order?code=ORD-12345678',
  );
});

test('a repeat says how many there are and from when on the next one is due', async () => {
  setUp([rest({ repeats: 2, repeatDays: 30, dueFrom: '2027-01-03' })]);
  expect(await screen.findByText('2 renouvellements, le prochain dès le 3 janvier 2027')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Renouveler' })).toBeTruthy();
});

test('is of one order only when it is asked so', async () => {
  const api = setUp([rest({})], 'ORD-00000000');
  await waitFor(() => expect(api.sent).toHaveLength(1));
  expect(screen.queryByText('Il vous reste à prendre')).toBeNull();
});

test('is given up after a question, and is gone', async () => {
  const api = setUp([rest({})]);
  fireEvent.click(await screen.findByRole('button', { name: 'Je ne le prendrai pas' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Ne plus le prendre' }));
  await waitFor(() => expect(screen.queryByText('Il vous reste à prendre')).toBeNull());
  expect(api.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
