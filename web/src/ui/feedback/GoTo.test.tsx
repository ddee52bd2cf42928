import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { GoTo } from './GoTo.tsx';

let tries: (() => void)[] = [];

/** A page whose code comes when the test says so. */
function show() {
  const router = createMemoryRouter(
    [
      { path: '/before', element: <h1>Avant</h1> },
      { path: '/', element: <GoTo to="/next" /> },
      {
        path: '/next',
        loader: () => new Promise((resolve) => tries.push(() => resolve(null))),
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
  tries = [];
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test('the shape of a page stands in its place until it comes', async () => {
  const router = show();
  await pass(0);
  expect(screen.getByRole('status', { name: 'Chargement…' })).toBeDefined();
  tries.at(-1)?.();
  await pass(0);
  expect(screen.getByRole('heading', { name: 'La suite' })).toBeDefined();
  // Nobody comes back to the page that only leads on.
  await act(() => router.navigate(-1));
  expect(screen.getByRole('heading', { name: 'Avant' })).toBeDefined();
});

test('after 15 s without it there is another try', async () => {
  show();
  await pass(15_000);
  expect(screen.getByRole('alert').textContent).toContain('Pas de connexion.');
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await pass(0);
  expect(screen.getByRole('status', { name: 'Chargement…' })).toBeDefined();
  expect(tries).toHaveLength(2);
  tries.at(-1)?.();
  await pass(0);
  expect(screen.getByRole('heading', { name: 'La suite' })).toBeDefined();
});

test('a line that is back leads on by itself', async () => {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show();
  await pass(2_000);
  expect(screen.getByRole('alert')).toBeDefined();
  line.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await pass(0);
  tries.at(-1)?.();
  await pass(0);
  expect(screen.getByRole('heading', { name: 'La suite' })).toBeDefined();
});
