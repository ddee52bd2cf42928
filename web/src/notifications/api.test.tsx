import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createQueryClient } from '../lib/query-client.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { fakeLive } from '../testing/fake-live.ts';
import { aNotification, notificationsOf, someNotifications } from '../testing/notifications.ts';
import { NotificationBell } from './NotificationBell.tsx';

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

const badge = (unread: number) => screen.findByRole('button', { name: `Notifications, ${unread} non lues` });

test('a new sentence of an order grows its notification, which comes first', async () => {
  const { api } = await showBell();
  const live = fakeLive();
  const [first, ...others] = someNotifications(2);
  await live.receive('notification', ...others, first!);
  await badge(3);
  const createdAt = new Date(Date.now() + 1000).toISOString();
  const { title, message, createdAt: before } = aNotification();
  const earlier = [{ title, message, createdAt: before }];
  const grown = aNotification({ title: 'En route', message: 'Le livreur arrive.', createdAt, earlier });
  await live.receive('notification', grown);
  api.on(notificationEndpoints.listNotifications, () => notificationsOf(grown, first!, ...others));
  fireEvent.click(await badge(3));
  await screen.findByText('Le livreur arrive.');
  const [row, ...rest] = [
    ...(await screen.findByRole('list', { name: 'Dernières notifications' })).children,
  ] as HTMLElement[];
  expect(rest).toHaveLength(2);
  expect(row?.textContent).toContain('En routeLe livreur arrive.');
  fireEvent.click(within(row!).getByText('1 message plus ancien'));
  expect(within(row!).getByText(/Votre commande CMD-000041 est payée/)).toBeDefined();
  expect(api.sent).toHaveLength(2);
});

test('a notification that grows out of sight is loaded from the server, with the counts', async () => {
  const { api } = await showBell();
  const live = fakeLive();
  const grown = aNotification({
    _id: '0198a000-0000-7000-8000-0000000000d9',
    title: 'En route',
    earlier: [{ title: 'Paiement reçu', message: '', createdAt: '2026-11-20T09:00:00.000Z' }],
  });
  api.on(notificationEndpoints.listNotifications, () => notificationsOf(grown, aNotification()));
  await live.receive('notification', grown);
  await badge(2);
});

test('prepends live notifications, each once, and counts them as unread', async () => {
  const { api } = await showBell();
  const live = fakeLive();
  const arriving = [...someNotifications(2), ...someNotifications(1)];
  await live.receive('notification', ...arriving);
  await screen.findByRole('button', { name: 'Notifications, 3 non lues' });
  expect(api.sent).toHaveLength(1);
});
