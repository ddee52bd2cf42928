import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { LazyPart } from './LazyPart.tsx';

const Greeting = ({ name }: { name: string }) => <p>Bonjour {name}</p>;

const show = (load: () => Promise<typeof Greeting>) =>
  render(
    <MemoryRouter>
      <MantineProvider env="test">
        <LazyPart load={load} height={40} props={{ name: 'Afi' }} />
      </MantineProvider>
    </MemoryRouter>,
  );

test('its place is kept until its code is there, which then serves again at once', async () => {
  const load = vi.fn(async () => Greeting);
  const { unmount } = show(load);
  expect(screen.getByRole('status', { name: 'Chargement…' })).toBeDefined();
  expect(await screen.findByText('Bonjour Afi')).toBeDefined();
  unmount();
  show(load);
  expect(screen.getByText('Bonjour Afi')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a line that is down is said, and another try may bring it', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  show(load);
  fireEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Bonjour Afi')).toBeDefined();
});

test('a line that is back brings it by itself', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  show(load);
  await screen.findByText(NETWORK_MESSAGE);
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Bonjour Afi')).toBeDefined();
});

test('another try asks again for stylesheets that did not come', async () => {
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
