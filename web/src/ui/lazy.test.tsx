import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { NETWORK_MESSAGE } from '../lib/api-error.ts';
import { lazyDialog, lazyWithRetry } from './lazy.tsx';

const Greeting = ({ name }: { name: string }) => <p>Bonjour {name}</p>;

const within = (content: ReactNode) => (
  <MemoryRouter>
    <MantineProvider env="test">{content}</MantineProvider>
  </MemoryRouter>
);

function show(load: () => Promise<typeof Greeting>) {
  const Loaded = lazyWithRetry(load, { height: 40 });
  return { Loaded, ...render(within(<Loaded name="Afi" />)) };
}

test('renders a skeleton until the code is loaded, and the component at once when mounted again', async () => {
  const load = vi.fn(async () => Greeting);
  const { Loaded, unmount } = show(load);
  expect(screen.getByRole('status', { name: 'Chargement…' })).toBeDefined();
  expect(await screen.findByText('Bonjour Afi')).toBeDefined();
  unmount();
  render(within(<Loaded name="Afi" />));
  expect(screen.getByText('Bonjour Afi')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

test('shows an error after a failed load, and loads again on « Réessayer »', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  show(load);
  fireEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Bonjour Afi')).toBeDefined();
});

test('loads again when the device is online again', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  show(load);
  await screen.findByText(NETWORK_MESSAGE);
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Bonjour Afi')).toBeDefined();
});

test('a retry requests failed stylesheets again', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('Unable to preload CSS'));
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  document.head.append(link);
  show(load);
  link.dispatchEvent(new Event('error'));
  fireEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
  await screen.findByText('Bonjour Afi');
  const [again] = document.head.querySelectorAll('link[rel="stylesheet"]');
  expect(link.isConnected).toBe(false);
  expect(again).toBeDefined();
});

test('a click during a preload waits for it instead of importing a second time', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  const load = vi.fn(() => promise);
  const Loaded = lazyWithRetry(load, { height: 40 });
  Loaded.preload();
  render(within(<Loaded name="Afi" />));
  resolve(Greeting);
  expect(await screen.findByText('Bonjour Afi')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a dialog that failed to load and closed is loaded again only when it opens again', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const onClose = vi.fn();
  const Dialog = lazyDialog(load);
  const dialog = (opened: boolean) => within(<Dialog name="Afi" opened={opened} onClose={onClose} />);
  const { rerender } = render(dialog(true));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  rerender(dialog(false));
  expect(load).toHaveBeenCalledTimes(1);
  rerender(dialog(true));
  expect(await screen.findByText('Bonjour Afi')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});
