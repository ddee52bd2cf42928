import { addDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { fakeObjectUrls } from '../../testing/fake-object-urls.ts';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import type { DayStats } from './api.ts';
import { Overview } from './Overview.tsx';
import { ownerStats } from './owner-stats.fixture.ts';

const FROM = '2026-11-18';
const days = [
  { day: FROM, orders: 0, revenue: 0, deliveryMinutes: null },
  { day: '2026-11-19', orders: 3, revenue: 12_500, deliveryMinutes: 52 },
  { day: '2026-11-20', orders: 1, revenue: 0, deliveryMinutes: 70 },
];
const stats: DayStats = {
  from: FROM,
  to: '2026-11-20',
  days,
  states: { 'pre-treatment': 1, pending: 0, delivering: 0, delivered: 1, ended: 2, cancelled: 0 },
  zones: Array.from({ length: 10 }, (_, n) => ({
    _id: `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    label: `Zone ${n + 1}`,
    orders: 10 - n,
    revenue: 1_000,
  })),
  deliveryMinutes: 60,
};
const figures = {
  users: { total: 1_234 },
  orders: { total: 4, ended: 2, pending: 2, totalRevenue: 12_500, commission: 1_000, deliveryFees: 1_500 },
};

function serve() {
  const api = fakeApi();
  api.on(statsEndpoints.readDashboardStats, () => figures);
  api.on(statsEndpoints.readDayStats, () => stats);
  api.on(statsEndpoints.readOwnerStats, () => ownerStats);
  const lastQuery = () => api.sent.filter(({ path }) => path === '/api/stats/days').at(-1)?.query;
  return { api, lastQuery };
}

const show = (more = '') => showPage(<Overview />, `/cpanel${more}`);
const figure = async (name: string) => screen.findByRole('figure', { name });
const tableOf = async (name: string) => {
  const shown = await figure(name);
  return [...shown.querySelectorAll('tbody tr')].map((row) =>
    plain([...row.children].map(({ textContent }) => textContent).join(' : ')),
  );
};

test('shows the seven cards', async () => {
  serve();
  show();
  await screen.findByText(/^1\s234$/);
  const cards = within(screen.getByRole('region', { name: 'Chiffres de la plateforme' }));
  const names = cards.getAllByRole('term').map(({ textContent }) => textContent);
  const values = cards.getAllByRole('definition').map(({ textContent }) => plain(textContent));
  expect(names.map((name, index) => `${name} ${values[index]}`)).toEqual([
    'Utilisateurs 1 234',
    'Commandes 4',
    'Terminées 2',
    'En cours 2',
    'Chiffre d’affaires 12 500 F',
    'Commission 1 000 F',
    'Frais de livraison 1 500 F',
  ]);
});

test('every chart has a summary and a table of its values', async () => {
  serve();
  show();
  const orders = await figure('Commandes par jour');
  expect(plain(orders.textContent)).toContain('4 commandes, 3 au plus le jeu. 19 nov.');
  expect(await tableOf('Commandes par jour')).toEqual([
    'ven. 20 nov. : 1 commande',
    'jeu. 19 nov. : 3 commandes',
    'mer. 18 nov. : 0 commande',
  ]);
  expect(await tableOf('Encaissé par jour')).toContain('jeu. 19 nov. : 12 500 F');
  expect(await tableOf('Durée de livraison')).toEqual([
    'ven. 20 nov. : 1 h 10',
    'jeu. 19 nov. : 52 min',
    'mer. 18 nov. : aucune',
  ]);
  const states = within(await figure('États')).getAllByRole('listitem');
  expect(states.map(({ textContent }) => textContent)).toEqual([
    'Pré-traitement1',
    'En attente0',
    'En livraison0',
    'Livrée1',
    'Terminée2',
    'Annulée0',
  ]);
  const zones = await figure('Zones');
  expect(within(zones).getAllByRole('listitem')).toHaveLength(8);
  expect(plain(zones.textContent)).toContain('et 2 autres');
});

test('downloads the values of a chart, with all days and zones', async () => {
  const urls = fakeObjectUrls();
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  onTestFinished(() => click.mockRestore());
  serve();
  show();
  const download = async (name: string) => {
    fireEvent.click(
      await screen.findByRole('button', { name: `Télécharger les chiffres : ${name} (CSV)`, hidden: true }),
    );
  };
  await download('Durée de livraison');
  await waitFor(() => expect(urls.size).toBe(1));
  await download('Zones');
  await waitFor(() => expect(urls.size).toBe(2));
  const [days, zones] = await Promise.all([...urls.values()].map((file) => file.text()));
  expect(days?.split('\r\n')).toEqual([
    'Jour;Durée de livraison (minutes)',
    '2026-11-20;70',
    '2026-11-19;52',
    '2026-11-18;',
    '',
  ]);
  expect(zones?.split('\r\n')).toHaveLength(12);
});

test('the period is in the URL, and ends today in Benin', async () => {
  const { lastQuery } = serve();
  const router = show('?days=12');
  const today = dayInBenin(new Date());
  await screen.findByRole('heading', { name: 'Les 30 derniers jours' });
  expect(lastQuery()).toEqual({ from: addDays(today, -29), to: today });
  fireEvent.click(screen.getByRole('link', { name: '90 jours' }));
  await screen.findByRole('heading', { name: 'Les 90 derniers jours' });
  expect(router.state.location.search).toBe('?days=90');
  await waitFor(() => expect(lastQuery()).toEqual({ from: addDays(today, -89), to: today }));
});

test('shows an error and a retry for each part, and a text when there are no orders', async () => {
  const { api } = serve();
  api.on(statsEndpoints.readDayStats, () => refuse('INTERNAL'));
  api.on(statsEndpoints.readDashboardStats, () => refuse('INTERNAL'));
  show();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Réessayer' })).toHaveLength(2));
  const none = days.map(({ day }) => ({ day, orders: 0, revenue: 0, deliveryMinutes: null }));
  api.on(statsEndpoints.readDayStats, () => ({ ...stats, days: none, zones: [], deliveryMinutes: null }));
  api.on(statsEndpoints.readDashboardStats, () => figures);
  for (const again of screen.getAllByRole('button', { name: 'Réessayer' })) fireEvent.click(again);
  await screen.findByRole('heading', { name: 'Aucune commande sur ces jours' });
  await screen.findByText(/^1\s234$/);
});
