import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { GoTo } from './GoTo.tsx';

let loads: (() => void)[] = [];

/** The next page is loaded when the test calls the last of `loads`. */
function show() {
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

beforeEach(() => {
  loads = [];
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

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
  expect(screen.getByRole('alert').textContent).toContain('Pas de connexion.');
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
