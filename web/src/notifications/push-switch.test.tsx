import { notificationEndpoints, pushEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeToken } from '../lib/session-token.ts';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { notificationsOf } from '../testing/notifications.ts';
import { showPage } from '../testing/show-page.tsx';
import { NotificationBell } from './NotificationBell.tsx';
import { PushSwitch } from './NotificationPanel.tsx';
import { isSubscribed, renew, stopPush, subscribe } from './push.ts';

const USER = 'u1';
const KEY = 'BAAA';
const ENDPOINT = 'https://push.example/1';
const keys = { p256dh: 'p', auth: 'a' };

/** A browser with push messages; records what the page does. */
function fakeBrowser(permission: NotificationPermission, decision: NotificationPermission = 'granted') {
  const calls: string[] = [];
  const notification = {
    permission,
    requestPermission: async () => {
      notification.permission = decision;
      return decision;
    },
  };
  const bytesOf = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;
  let subscription: object | null = null;
  const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
    calls.push(`subscribe ${applicationServerKey}`);
    subscription = {
      options: { applicationServerKey: bytesOf(applicationServerKey) },
      toJSON: () => ({ endpoint: ENDPOINT, keys }),
      unsubscribe: async () => {
        calls.push('unsubscribe');
        subscription = null;
      },
    };
    return subscription;
  };
  const registration = { pushManager: { subscribe, getSubscription: async () => subscription } };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(new EventTarget(), {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    }),
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return { calls, notification };
}

function fakeServer(key: string | null = KEY) {
  const api = fakeApi();
  api.on(pushEndpoints.readPushKey, () => ({ key }));
  api.on(pushEndpoints.subscribePush, () => null);
  api.on(pushEndpoints.unsubscribePush, () => null);
  const sent = () =>
    api.sent.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]);
  return { api, sent };
}

const findSwitch = () =>
  screen.findByRole('switch', { name: 'Recevoir les alertes même quand Amasin est fermé' });
const isOn = async () => ((await findSwitch()) as HTMLInputElement).checked;

function pretend(userAgent: string, maxTouchPoints = 0) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: maxTouchPoints });
}

test('turning it on subscribes the browser and sends this to the server; turning it off undoes both', async () => {
  const { calls } = fakeBrowser('default');
  const { sent } = fakeServer();
  showPage(<PushSwitch userId={USER} />, '/dashboard');
  expect(await isOn()).toBe(false);
  fireEvent.click(await findSwitch());
  await waitFor(() => expect(isSubscribed(USER)).toBe(true));
  expect(calls).toEqual([`subscribe ${KEY}`]);
  expect(sent()).toEqual([['POST', { endpoint: ENDPOINT, keys }]]);
  await waitFor(async () => expect((await findSwitch()).hasAttribute('disabled')).toBe(false));
  expect(await isOn()).toBe(true);
  fireEvent.click(await findSwitch());
  await waitFor(() => expect(isSubscribed(USER)).toBe(false));
  expect(calls).toEqual([`subscribe ${KEY}`, 'unsubscribe']);
  expect(sent()).toHaveLength(2);
  expect(sent()[1]).toEqual(['DELETE', undefined]);
});

test('a refused permission leaves it off and shows how to allow it again', async () => {
  const { calls } = fakeBrowser('default', 'denied');
  fakeServer();
  showPage(<PushSwitch userId={USER} />, '/dashboard');
  fireEvent.click(await findSwitch());
  await screen.findByText(/Autorisez-les dans les réglages du site/);
  expect(await isOn()).toBe(false);
  expect((await findSwitch()).hasAttribute('disabled')).toBe(true);
  expect(calls).toEqual([]);
});

test('a browser whose service worker never starts is told so, and may try again', async () => {
  fakeBrowser('granted');
  fakeServer();
  Object.assign(navigator.serviceWorker, { ready: new Promise(() => {}) });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const outcome = expect(subscribe(USER, KEY)).rejects.toThrow('service worker');
  await vi.advanceTimersByTimeAsync(20_000);
  await outcome;
  expect(isSubscribed(USER)).toBe(false);
});

test('a refusal of the server leaves it off, with a message', async () => {
  fakeBrowser('granted');
  const { api } = fakeServer();
  api.on(pushEndpoints.subscribePush, () => refuse('INTERNAL'));
  showPage(<PushSwitch userId={USER} />, '/dashboard');
  fireEvent.click(await findSwitch());
  await screen.findByRole('alert');
  await waitFor(async () => expect(await isOn()).toBe(false));
  expect(isSubscribed(USER)).toBe(false);
});

test('is not offered by a server without keys', async () => {
  fakeBrowser('granted');
  const { api } = fakeServer(null);
  showPage(<PushSwitch userId={USER} />, '/dashboard');
  await waitFor(() => expect(api.sent).toHaveLength(1));
  expect(screen.queryByRole('switch')).toBeNull();
});

test('sends no request in a browser without push messages', () => {
  const { api } = fakeServer();
  showPage(<PushSwitch userId={USER} />, '/dashboard');
  expect(screen.queryByRole('switch')).toBeNull();
  expect(api.sent).toEqual([]);
});

test.each([
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5],
  ['iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5],
])('asks on an %s to add Amasin to the home screen first', async (_device, userAgent, touches) => {
  pretend(userAgent, touches);
  fakeServer();
  showPage(<PushSwitch userId={USER} />, '/dashboard');
  await screen.findByText(/Sur iPhone, ajoutez d’abord Amasin à l’écran d’accueil/);
  expect(screen.queryByRole('switch')).toBeNull();
  pretend('');
});

test('renews the subscription of the same user only, with the server’s new key', async () => {
  const { calls } = fakeBrowser('granted');
  const { api, sent } = fakeServer();
  showPage(<PushSwitch userId={USER} />, '/dashboard');
  fireEvent.click(await findSwitch());
  await waitFor(() => expect(isSubscribed(USER)).toBe(true));
  await renew('u2');
  expect(sent()).toHaveLength(1);
  await renew(USER);
  expect(calls).toEqual([`subscribe ${KEY}`]);
  expect(sent()).toHaveLength(2);
  api.on(pushEndpoints.readPushKey, () => ({ key: 'BBBB' }));
  await renew(USER);
  expect(calls).toEqual([`subscribe ${KEY}`, 'unsubscribe', 'subscribe BBBB']);
  expect(sent()).toHaveLength(3);
});

test('the bell unsubscribes the browser when a sign-out unmounts it, not otherwise', async () => {
  const { calls } = fakeBrowser('granted');
  const { api } = fakeServer();
  api.on(notificationEndpoints.listNotifications, () => notificationsOf());
  await subscribe(USER, KEY);
  writeToken('a-token');
  const page = showPage(<NotificationBell />, '/dashboard');
  const leave = async () => {
    await screen.findByRole('button', { name: 'Notifications' });
    await act(() => page.navigate('/about'));
  };
  await leave();
  await act(() => page.navigate('/dashboard'));
  expect(calls).toEqual([`subscribe ${KEY}`]);
  writeToken(null);
  await leave();
  await waitFor(() => expect(calls).toEqual([`subscribe ${KEY}`, 'unsubscribe']));
});

test('`stopPush` unsubscribes the browser, and does nothing without a subscription or a service worker', async () => {
  await stopPush();
  const { calls } = fakeBrowser('granted');
  fakeServer();
  await stopPush();
  showPage(<PushSwitch userId={USER} />, '/dashboard');
  fireEvent.click(await findSwitch());
  await waitFor(() => expect(isSubscribed(USER)).toBe(true));
  await stopPush();
  expect(calls).toEqual([`subscribe ${KEY}`, 'unsubscribe']);
});
