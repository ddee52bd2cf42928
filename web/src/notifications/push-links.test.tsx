import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchUnsent } from '../lib/unsent.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { notificationsOf } from '../testing/notifications.ts';
import { showPage } from '../testing/show-page.tsx';
import { NotificationBell } from './NotificationBell.tsx';
import { OPEN_LINK } from './open-link.ts';

/** Opens a page with the bell. Returns a function that sends it a message of the service worker. */
async function show(url: string) {
  const worker = Object.assign(new EventTarget(), { getRegistration: async () => undefined });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  fakeApi().on(notificationEndpoints.listNotifications, () => notificationsOf());
  const router = showPage(<NotificationBell />, url);
  await screen.findByRole('button', { name: 'Notifications' });
  const receive = (data: unknown) => {
    const port = { postMessage: vi.fn() };
    act(() => void worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] })));
    return port.postMessage;
  };
  return { router, receive };
}

test('the link of a tapped push message opens in the page, and the service worker gets a response', async () => {
  const { router, receive } = await show('/dashboard');
  const respond = receive({ type: OPEN_LINK, link: '/tracking?order=2' });
  expect(respond).toHaveBeenCalledTimes(1);
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/tracking', search: '?order=2' }),
  );
  expect(router.state.historyAction).toBe('PUSH');
});

test('a page that shows the link already is left as it is', async () => {
  const { router, receive } = await show('/dashboard?chat=1');
  const { key } = router.state.location;
  expect(receive({ type: OPEN_LINK, link: '/dashboard?chat=1' })).toHaveBeenCalledTimes(1);
  expect(router.state.location.key).toBe(key);
});

test('a form with unsent values remains open, with a message', async () => {
  onTestFinished(watchUnsent(() => true));
  const { router, receive } = await show('/profile');
  expect(receive({ type: OPEN_LINK, link: '/tracking' })).toHaveBeenCalledTimes(1);
  await screen.findByText(/^Envoyez d’abord le formulaire commencé/);
  expect(router.state.location.pathname).toBe('/profile');
});

test.each([null, { type: 'CACHE_UPDATED' }])('another message gets no response: %j', async (data) => {
  const { router, receive } = await show('/profile');
  expect(receive(data)).not.toHaveBeenCalled();
  expect(router.state.location.pathname).toBe('/profile');
});
