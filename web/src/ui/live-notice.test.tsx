import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeLive } from '../testing/fake-live.ts';
import { LiveNotice } from './live-notice.tsx';

test('20 s after the connection is lost, shows since when live updates are interrupted', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T13:05:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const live = fakeLive();
  render(<LiveNotice />, { wrapper: MantineProvider });
  const text = () => screen.getByRole('status').textContent;
  await live.setConnected(false);
  await act(() => vi.advanceTimersByTimeAsync(19_999));
  expect(text()).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(text()).toBe('Mise à jour en direct interrompue depuis 14\u00a0h\u00a005.');
  await live.setConnected(true);
  expect(text()).toBe('');
});
