import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import type { OwnerStats } from './api.ts';
import { OwnerAnswers } from './Overview.tsx';
import { ownerStats } from './owner-stats.fixture.ts';

function show(stats: OwnerStats = ownerStats) {
  const api = fakeApi();
  api.on(statsEndpoints.readOwnerStats, () => stats);
  showPage(<OwnerAnswers>{null}</OwnerAnswers>, '/cpanel');
  return api;
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const cards = async (name: string) => {
  const shown = await region(name);
  return shown
    .getAllByRole('term')
    .map(({ textContent, parentElement }) =>
      [
        textContent,
        ...[...(parentElement?.querySelectorAll('dd') ?? [])].map((one) => plain(one.textContent)),
      ].join(' | '),
    );
};

test('says what is late and where orders are lost, with links to the lists', async () => {
  show();
  const shown = await region('À regarder');
  expect(shown.getAllByRole('listitem').map(({ textContent }) => plain(textContent))).toEqual([
    '3 commandes en retard',
    '1 ordonnance photographiée à lire depuis plus d’une heure',
    '1 paiement à vérifier ou à rembourser : 4 825 F',
    '2 messages non reçus en 24 heures',
    '12 paiements sans suite en 7 jours : 45 000 F',
  ]);
  expect(shown.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/cpanel?tab=orders&late=true',
    '/cpanel?tab=orders&state=pre-treatment',
    '/cpanel?tab=payments',
    '/cpanel?tab=messages',
  ]);
});

test('links to no empty list, and says when the server stopped counting', async () => {
  const none = { count: 0, amount: 0 };
  show({ ...ownerStats, late: 1_001, unread: 0, review: none, unfinished: none, failedMessages: 0 });
  const shown = await region('À regarder');
  expect(shown.getAllByRole('listitem').map(({ textContent }) => plain(textContent))).toEqual([
    'Plus de 1 000 commandes en retard',
    '0 ordonnance photographiée à lire depuis plus d’une heure',
    '0 paiement à vérifier ou à rembourser',
    '0 message non reçu en 24 heures',
    '0 paiement sans suite en 7 jours',
  ]);
  expect(shown.getAllByRole('link')).toHaveLength(1);
});

test('says what is owed to whom', async () => {
  show();
  expect(await cards('Qui doit quoi')).toEqual([
    'Dû aux pharmacies | 100 000 F',
    'Dû aux livreurs | 20 000 F',
    'Dû aux partenaires | 5 000 F | et 700 F en attente de vérificationVoir les partenaires',
    'Dû à la plateforme | 6 000 F | Voir les bénéfices',
    'Les assureurs nous doivent | 30 000 F',
  ]);
  expect(screen.getByRole('link', { name: 'Voir les partenaires' }).getAttribute('href')).toBe(
    '/cpanel?tab=benefice&partners=owed',
  );
  const note = await screen.findByText(/^La commission des commandes payées/);
  expect(plain(note.textContent)).toBe(
    'La commission des commandes payées est de 18 000 F : 14 000 F partagés à la fin des commandes (plateforme 8 000 F, partenaires 6 000 F, dont 700 F retenus jusqu’à la vérification de leur compte), et 4 000 F de commandes pas encore terminées.',
  );
});

test('compares the week with the one before, in words and with a sign', async () => {
  show();
  expect(await cards('Cette semaine et la précédente')).toEqual([
    'Commandes payées | 46 | 12 de plus (+35 %) · avant : 34',
    'Encaissé | 120 000 F | 30 000 F de moins (−20 %) · avant : 150 000 F',
    'Commission | 9 000 F | autant · avant : 9 000 F',
    'Livrées à l’heure promise | 96 % de 50 | 4 points de plus (+4) · avant : 92 % de 25',
  ]);
  screen.getByText('Commandes créées du 14 nov. au 20 nov., puis du 7 nov. au 13 nov.');
});

type Week = OwnerStats['weeks']['current'];

/** The cards of the weeks whose numbers are these. */
async function compared(current: Partial<Week>, previous: Partial<Week>) {
  const { weeks } = ownerStats;
  show({
    ...ownerStats,
    weeks: { current: { ...weeks.current, ...current }, previous: { ...weeks.previous, ...previous } },
  });
  return cards('Cette semaine et la précédente');
}

test.each([
  [46, 34, '46 | 12 de plus (+35 %) · avant : 34'],
  [34, 46, '34 | 12 de moins (−26 %) · avant : 46'],
  [3, 0, '3 | 3 de plus · avant : 0'],
  [0, 3, '0 | 3 de moins (−100 %) · avant : 3'],
  [5, 5, '5 | autant · avant : 5'],
])('%i orders after %i: %s', async (current, previous, text) => {
  const [orders] = await compared({ orders: current }, { orders: previous });
  expect(orders).toBe(`Commandes payées | ${text}`);
});

test.each([
  [[25, 24], [25, 23], '96 % de 25 | 4 points de plus (+4) · avant : 92 % de 25'],
  [[100, 91], [25, 23], '91 % de 100 | 1 point de moins (−1) · avant : 92 % de 25'],
  [[3, 2], [3, 2], '67 % de 3 | autant · avant : 67 % de 3'],
  [[3, 0], [3, 2], '0 % de 3 | 67 points de moins (−67) · avant : 67 % de 3'],
  [[0, 0], [25, 23], 'Aucune livraison | avant : 92 % de 25'],
  [[25, 23], [0, 0], '92 % de 25 | avant : aucune livraison'],
] as const)('%o delivered and in time, after %o: %s', async (now, before, text) => {
  const [delivered, onTime] = now;
  const shown = await compared({ delivered, onTime }, { delivered: before[0], onTime: before[1] });
  expect(shown.at(-1)).toBe(`Livrées à l’heure promise | ${text}`);
});

test('says why the answers could not be loaded, and loads them again', async () => {
  const api = fakeApi();
  api.on(statsEndpoints.readOwnerStats, () => refuse('INTERNAL'));
  showPage(<OwnerAnswers>{null}</OwnerAnswers>, '/cpanel');
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(statsEndpoints.readOwnerStats, () => ownerStats);
  fireEvent.click(retry);
  await region('À regarder');
});
