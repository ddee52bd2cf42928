import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import { Handover } from './Handover.tsx';

const deliveryPerson = { _id: 'd', name: 'Romaric', phone: '+2290197000015' };

test.each([
  [
    'handed over for a reason',
    { proven: false, reason: 'not-received', photo: null } as const,
    'Code pas reçu.',
  ],
  ['handed over by a client of before', { proven: false, reason: null, photo: null }, 'Sans code ni motif.'],
])('a supervisor reads that an order was %s', async (_, handover, text) => {
  fakeApi();
  showPage(<Handover order={anOrder({ state: 'delivered', handover })} />, '/');
  await screen.findByText('Remise non prouvée');
  expect(screen.getByText(text)).toBeDefined();
});

test('a supervisor reads since when a courier waits, and nothing of a proven handover', async () => {
  fakeApi();
  const waiting = { since: '2026-11-20T13:05:00.000Z', minutes: 10 };
  showPage(
    <>
      <Handover order={anOrder({ state: 'delivering', deliveryPerson, waiting })} />
      <Handover
        order={anOrder({ state: 'delivered', handover: { proven: true, reason: null, photo: null } })}
      />
    </>,
    '/',
  );
  await screen.findByText('Romaric attend devant la porte');
  expect(screen.queryByText('Remise non prouvée')).toBeNull();
});

test('a supervisor opens the photograph of a handover', async () => {
  fakeApi();
  const handover = { proven: false, reason: 'no-phone', photo: 'key' } as const;
  showPage(<Handover order={anOrder({ state: 'delivered', handover })} />, '/');
  await screen.findByRole('button', { name: 'Voir la photo' });
});
