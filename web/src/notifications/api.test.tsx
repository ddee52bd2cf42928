import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createQueryClient } from '../lib/api/query-client.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { fakeLive } from '../testing/fake-live.ts';
import { aNotification, notificationsOf, someNotifications } from '../testing/notifications.ts';
import NotificationBell from './NotificationBell.tsx';

async function showBell() {
  const api = fakeApi();
  api.on(notificationEndpoints.listNotifications, () => notificationsOf(aNotification()));
  const bell = (
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <NotificationBell />
      </QueryClientProvider>
    </MantineProvider>
  );
  const router = createMemoryRouter([{ path: '*', element: bell }], { initialEntries: ['/dashboard'] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('button', { name: 'Notifications, 1 non lue' });
  return { api, router };
}

test('prepends live notifications, each once, and counts them as unread', async () => {
  const { api } = await showBell();
  const live = fakeLive();
  const arriving = [...someNotifications(2), ...someNotifications(1)];
  await live.receive('notification', ...arriving);
  await screen.findByRole('button', { name: 'Notifications, 3 non lues' });
  expect(api.sent).toHaveLength(1);
});
