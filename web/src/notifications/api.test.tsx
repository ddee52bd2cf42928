import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { MantineProvider } from '@mantine/core';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '../lib/api/query-client.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { notificationsOf } from '../testing/notifications.ts';
import NotificationBell from './NotificationBell.tsx';

async function showBell() {
  const api = fakeApi();
  api.on(notificationEndpoints.listNotifications, () => notificationsOf());
  const bell = (
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <NotificationBell />
      </QueryClientProvider>
    </MantineProvider>
  );
  const router = createMemoryRouter([{ path: '*', element: bell }], { initialEntries: ['/dashboard'] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('button', { name: 'Notifications' });
  await waitFor(() => expect(api.sent).toHaveLength(1));
  return { api, router };
}

test('refetches on another page, not on another filter of the same page', async () => {
  const { api, router } = await showBell();
  await act(() => router.navigate('/dashboard?q=a'));
  expect(api.sent).toHaveLength(1);
  await act(() => router.navigate('/tracking'));
  await waitFor(() => expect(api.sent).toHaveLength(2));
});

test('refetches when online again', async () => {
  const { api } = await showBell();
  onTestFinished(() => onlineManager.setOnline(true));
  act(() => onlineManager.setOnline(false));
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(api.sent).toHaveLength(2));
});

test('refetches every minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { api } = await showBell();
  await act(() => vi.advanceTimersByTimeAsync(58_000));
  expect(api.sent).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await waitFor(() => expect(api.sent).toHaveLength(2));
});
