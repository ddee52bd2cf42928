import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NewVersion } from './NewVersion.tsx';

const line = vi.hoisted(() => ({ down: true }));
vi.mock('./NewVersionBanner.tsx', () => ({
  get default() {
    if (line.down) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>Une nouvelle version d’Amasin est prête.</p>;
  },
}));
const found = vi.hoisted(() => ({ tell: () => {} }));
vi.mock('../../lib/offline/watch-versions.ts', () => ({
  watchVersions: (onWaiting: (activate: () => void) => void) => {
    found.tell = () => onWaiting(() => {});
  },
}));

test('a new version whose banner does not come costs nothing, and is offered once the line is back', async () => {
  vi.stubEnv('PROD', true);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const before = found.tell;
  render(
    <MemoryRouter>
      <MantineProvider env="test">
        <p>la page</p>
        <NewVersion />
      </MantineProvider>
    </MemoryRouter>,
  );
  await vi.waitFor(() => expect(found.tell).not.toBe(before));
  await act(async () => found.tell());
  expect(screen.getByText('la page')).toBeTruthy();
  line.down = false;
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Une nouvelle version d’Amasin est prête.');
});
