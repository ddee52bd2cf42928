import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { MantineProvider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../lib/call.ts';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { showPage } from '../testing/show-page.tsx';
import { GoTo, QueryState } from './feedback.tsx';

function Figures(): ReactNode {
  const query = useQuery({
    queryKey: ['stats'],
    queryFn: ({ signal }) => call(statsEndpoints.readDashboardStats, {}, { signal }),
  });
  if (query.data !== undefined) return <p>Les chiffres</p>;
  return <QueryState query={query} rows={1} height={40} />;
}

const NETWORK = 'Erreur lors du chargement des données. Vérifiez votre réseau, puis réessayez.';
const STOPPED = 'Erreur lors du chargement des données. Le service ne répond pas. Réessayez dans un instant.';

const page = new Response('<html>Bad gateway</html>', { status: 502 });

test.each([
  ['no answer', networkError, NETWORK],
  ['a proxy without our server', page, STOPPED],
  ['our own refusal', refuse('UNAVAILABLE'), 'Service momentanément indisponible. Veuillez réessayer.'],
])('says after the first attempt what failed, %s, and goes on', async (_what, answer, message) => {
  const api = fakeApi();
  api.on(statsEndpoints.readDashboardStats, () => answer as never);
  showPage(<Figures />, '/');
  await screen.findByText(message);
  expect(api.sent).toHaveLength(1);
  screen.getByText('Nouvel essai en cours…');
  api.on(statsEndpoints.readDashboardStats, () => Response.json({}));
  // At once, not after the pause between two attempts.
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await screen.findByText('Les chiffres');
  await waitFor(() => expect(api.sent).toHaveLength(2));
});

let loads: (() => void)[] = [];

/** The next page is loaded when the test calls the last of `loads`. */
function show() {
  loads = [];
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const router = createMemoryRouter(
    [
      { path: '/before', element: <h1>Avant</h1> },
      { path: '/', element: <GoTo to="/next" /> },
      {
        path: '/next',
        loader: () => new Promise((resolve) => loads.push(() => resolve(null))),
        element: <h1>La suite</h1>,
      },
    ],
    { initialEntries: ['/before', '/'], initialIndex: 1 },
  );
  onTestFinished(() => router.dispose());
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('shows a skeleton until the next page is loaded', async () => {
  const router = show();
  await pass(0);
  expect(screen.getByRole('status', { name: 'Chargement…' })).toBeDefined();
  loads.at(-1)?.();
  await pass(0);
  expect(screen.getByRole('heading', { name: 'La suite' })).toBeDefined();
  // The redirecting page is not in the history.
  await act(() => router.navigate(-1));
  expect(screen.getByRole('heading', { name: 'Avant' })).toBeDefined();
});

test('offers « Réessayer » after 15 s', async () => {
  show();
  await pass(15_000);
  expect(screen.getByRole('alert').textContent).toContain('votre réseau est lent');
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await pass(0);
  expect(screen.getByRole('status', { name: 'Chargement…' })).toBeDefined();
  expect(loads).toHaveLength(2);
  loads.at(-1)?.();
  await pass(0);
  expect(screen.getByRole('heading', { name: 'La suite' })).toBeDefined();
});

test('redirects by itself when the device is online again', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show();
  await pass(2_000);
  expect(screen.getByRole('alert')).toBeDefined();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await pass(0);
  loads.at(-1)?.();
  await pass(0);
  expect(screen.getByRole('heading', { name: 'La suite' })).toBeDefined();
});
