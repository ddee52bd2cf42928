import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { aNotification, notificationsOf, someNotifications } from '../testing/notifications.ts';
import { phoneScreen, showPage } from '../testing/show-page.tsx';
import { NotificationBell } from './NotificationBell.tsx';

const { listNotifications, readNotification, readAllNotifications } = notificationEndpoints;

beforeEach(() => window.localStorage.setItem('soundEnabled', 'false'));

function setUp(...notifications: ReturnType<typeof aNotification>[]) {
  const api = fakeApi();
  api.on(listNotifications, () => notificationsOf(...notifications));
  return api;
}

const bell = (name: string) => screen.findByRole('button', { name });
const rows = async () => within(await screen.findByRole('list')).getAllByRole('listitem');
const isUnread = (row: HTMLElement | undefined) => row?.textContent?.startsWith('Non lue : ') === true;

async function openPanel(name: string) {
  const button = await bell(name);
  // As a real click does.
  button.focus();
  fireEvent.click(button);
  return screen.findByRole('dialog');
}

test.each([
  [0, 'Notifications', undefined],
  [1, 'Notifications, 1 non lue', '1'],
  [9, 'Notifications, 9 non lues', '9'],
  [12, 'Notifications, 12 non lues', '9+'],
])('%i unread: « %s », badge « %s »', async (count, name, badge) => {
  setUp(...someNotifications(count));
  showPage(<NotificationBell />, '/tracking');
  const badgeOf = (button: HTMLElement) => button.querySelector<HTMLElement>('[data-count]')?.dataset.count;
  expect(badgeOf(await bell(name))).toBe(badge);
});

test('shows the 10 most recent and the total; Escape closes and focuses the bell', async () => {
  const api = setUp(...someNotifications(12));
  showPage(<NotificationBell />, '/tracking');
  const panel = await openPanel('Notifications, 12 non lues');
  expect(await rows()).toHaveLength(10);
  expect(screen.getByText('Les 10 plus récentes sur 12')).toBeDefined();
  expect(api.sent[0]?.query).toEqual({ limit: '10' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Notifications'));
  fireEvent.keyDown(panel, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const button = await bell('Notifications, 12 non lues');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('shows an error when first opened during a failure, and retries', async () => {
  const api = fakeApi();
  api.on(listNotifications, () => refuse('INTERNAL'));
  showPage(<NotificationBell />, '/tracking');
  await openPanel('Notifications');
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(listNotifications, () => notificationsOf(...someNotifications(1)));
  fireEvent.click(retryButton);
  expect(await rows()).toHaveLength(1);
});

test('says so when there are no notifications', async () => {
  setUp();
  showPage(<NotificationBell />, '/tracking');
  await openPanel('Notifications');
  await screen.findByRole('heading', { name: 'Aucune notification' });
  expect(screen.queryByRole('button', { name: 'Tout marquer comme lu' })).toBeNull();
});

test('shows an error when the list fails, and retries', async () => {
  const api = fakeApi();
  api.on(listNotifications, () => refuse('INTERNAL'));
  showPage(<NotificationBell />, '/tracking');
  await openPanel('Notifications');
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(listNotifications, () => notificationsOf(aNotification()));
  fireEvent.click(retryButton);
  expect(await rows()).toHaveLength(1);
});

test('a click marks a notification as read at once; without a link the panel stays open', async () => {
  const api = setUp(...someNotifications(2));
  let respond = () => {};
  api.on(readNotification, () => new Promise((resolve) => (respond = () => resolve(null))));
  showPage(<NotificationBell />, '/tracking');
  await openPanel('Notifications, 2 non lues');
  fireEvent.click(await screen.findByRole('button', { name: /Nouvelle 2/ }));
  await bell('Notifications, 1 non lue');
  expect((await rows()).map(isUnread)).toEqual([false, true]);
  await waitFor(() => expect(api.sent.at(-1)?.path).toMatch(/000000000002\/read$/));
  const [, second] = someNotifications(2);
  api.on(listNotifications, () => ({ ...notificationsOf(second!), total: 2 }));
  await act(async () => respond());
  fireEvent.click(screen.queryByRole('button', { name: /^Nouvelle 2/ }) ?? document.body);
  expect(api.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a refused mark-as-read is undone, with a message', async () => {
  const api = setUp(...someNotifications(2));
  api.on(readNotification, () => networkError);
  showPage(<NotificationBell />, '/tracking');
  await openPanel('Notifications, 2 non lues');
  fireEvent.click(await screen.findByRole('button', { name: /Nouvelle 2/ }));
  await screen.findByText("Erreur lors de l'opération. Vérifiez votre réseau, puis réessayez.");
  await bell('Notifications, 2 non lues');
  expect((await rows()).map(isUnread)).toEqual([true, true]);
});

test('a click on a notification with a link opens the link and closes the panel', async () => {
  const api = setUp(aNotification({ link: '/tracking?order=7' }));
  api.on(readNotification, () => null);
  const router = showPage(<NotificationBell />, '/tracking');
  await openPanel('Notifications, 1 non lue');
  fireEvent.click(await screen.findByRole('link', { name: /Commande payée/ }));
  await waitFor(() => expect(router.state.location.search).toBe('?order=7'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'POST')).toBe(true));
});

test('marks all as read, including those that the panel does not show', async () => {
  const api = setUp(...someNotifications(12));
  api.on(readAllNotifications, () => {
    api.on(listNotifications, () => notificationsOf(...someNotifications(12, { isRead: true })));
    return null;
  });
  showPage(<NotificationBell />, '/tracking');
  await openPanel('Notifications, 12 non lues');
  fireEvent.click(await screen.findByRole('button', { name: 'Tout marquer comme lu' }));
  await bell('Notifications');
  expect((await rows()).some(isUnread)).toBe(false);
  expect(screen.getByText('Tout est lu')).toBeDefined();
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
});

test('a refused mark-all-as-read restores the count', async () => {
  const api = setUp(...someNotifications(12));
  api.on(readAllNotifications, () => refuse('INTERNAL'));
  showPage(<NotificationBell />, '/tracking');
  await openPanel('Notifications, 12 non lues');
  fireEvent.click(await screen.findByRole('button', { name: 'Tout marquer comme lu' }));
  await screen.findByRole('alert');
  await bell('Notifications, 12 non lues');
});

test('on a phone the panel has its own URL; Back closes it, a link replaces it', async () => {
  phoneScreen();
  const api = setUp(aNotification({ link: '/tracking?order=7' }));
  api.on(readNotification, () => null);
  const router = showPage(<NotificationBell />, '/tracking');
  await openPanel('Notifications, 1 non lue');
  expect(router.state.location.search).toBe('?notifications=1');
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openPanel('Notifications, 1 non lue');
  fireEvent.click(await screen.findByRole('link', { name: /Commande payée/ }));
  await waitFor(() => expect(router.state.location.search).toBe('?order=7'));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});
