import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CandidateList } from '../../orders/supervision/AssignDialog.tsx';
import { fakeApi } from '../../testing/fake-api.ts';
import { aCandidate, anOrder } from '../../testing/orders.ts';
import { aUser, countsOf } from '../../testing/people.ts';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import { Accounts } from '../../users/accounts/Accounts.tsx';

test.each([
  ['deactivated', 'Désactiver Koffi', 'Désactiver'],
  ['deleted', 'Supprimer Koffi', 'Supprimer'],
])('a courier who is %s is no longer a candidate', async (_, first, confirm) => {
  const koffi = aUser({ name: 'Koffi', type: 'deliveryPerson' });
  let couriers: User[] = [koffi];
  const api = fakeApi();
  api.on(userEndpoints.listUsers, () => ({ users: couriers, total: couriers.length }));
  api.on(statsEndpoints.readUserStats, () => countsOf(...couriers));
  api.on(orderEndpoints.listCandidates, () => ({
    candidates: couriers.map(({ _id, name }) => aCandidate({ _id, name })),
    total: couriers.length,
  }));
  const remove = () => {
    couriers = [];
  };
  api.on(userEndpoints.toggleUser, () => {
    remove();
    return { user: { ...koffi, active: false } };
  });
  api.on(userEndpoints.deleteUser, () => {
    remove();
    return null;
  });
  showPage(
    <>
      <Accounts />
      <CandidateList order={anOrder()} who="deliveryPerson" isPending={false} onSelect={() => {}} />
    </>,
    '/cpanel/users',
  );
  await screen.findByRole('button', { name: 'Assigner Koffi' });
  fireEvent.click(await screen.findByRole('button', { name: first }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirm }));
  await screen.findByText('Aucun livreur disponible');
});

const lastStop = () => ({
  zone: 'Cotonou – 3e arrondissement',
  at: new Date(Date.now() - 20 * 60_000).toISOString(),
});

/** What a list of this morning says of an order; the clock of these tests says when this morning is. */
const said = (lacks: string[], has: number, unknown: number) => ({
  seenAt: '2026-11-20T08:00:00.000Z',
  lacks,
  has,
  unknown,
});

test.each([
  ['pharmacy', {}, '1,2 km · libre'],
  ['pharmacy', { metres: 640, onDuty: true, openOrders: 3 }, '640 m · de garde · 3 à préparer'],
  ['pharmacy', { metres: null, minutesToReady: 65 }, 'libre · prête en 1 h 05 d’habitude'],
  ['pharmacy', { stock: said([], 2, 0) }, '1,2 km · a tout (vu en stock ce matin) · libre'],
  ['pharmacy', { stock: said(['Quinine', 'Zinc'], 1, 0) }, '1,2 km · n’a pas : Quinine, Zinc · libre'],
  ['pharmacy', { stock: said([], 1, 2) }, '1,2 km · a 1 médicament sur 3 (vu en stock ce matin) · libre'],
  [
    'deliveryPerson',
    { metres: null, onDuty: null, openOrders: 1, lastStop: lastStop() },
    '1 à livrer · dernière livraison : Cotonou – 3e arrondissement, il y a 20 min',
  ],
] as const)('says how suitable a candidate is: %s with %o', async (who, changes, text) => {
  if ('stock' in changes) vi.setSystemTime('2026-11-20T14:00:00Z');
  const candidate = aCandidate(changes);
  fakeApi().on(orderEndpoints.listCandidates, () => ({ candidates: [candidate], total: 1 }));
  showPage(<CandidateList order={anOrder()} who={who} isPending={false} onSelect={() => {}} />, '/');
  await screen.findByRole('button', { name: `Assigner ${candidate.name}` });
  expect(plain(screen.getByRole('listitem').querySelector('label')?.textContent ?? '')).toContain(text);
});
