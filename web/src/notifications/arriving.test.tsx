import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { fakeLive } from '../testing/fake-live.ts';
import { notificationsOf, someNotifications } from '../testing/notifications.ts';
import { showPage } from '../testing/show-page.tsx';
import { announceArrivals, NotificationBell } from './NotificationBell.tsx';

// The module has one AudioContext for all tests.
const tones = vi.fn();
const rise = vi.fn();

beforeEach(() => {
  tones.mockClear();
  rise.mockClear();
});

/** Fakes audio and notifications; records the calls. */
function fakeDevice(permission: NotificationPermission) {
  const ask = vi.fn(async () => 'granted' as const);
  const shown: string[] = [];
  const param = {
    setValueAtTime: vi.fn(),
    linearRampToValueAtTime: rise,
    exponentialRampToValueAtTime: vi.fn(),
  };
  const node = { connect: () => node };
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      resume = async () => tones();
      createGain = () => ({ ...node, gain: param });
      createOscillator = () => ({ ...node, frequency: { value: 0 }, start: () => {}, stop: () => {} });
    },
  );
  vi.stubGlobal(
    'Notification',
    class {
      static permission = permission;
      static requestPermission = ask;
      constructor(title: string) {
        shown.push(title);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return { ask, shown };
}

/** Opens the page with one notification, then lets more arrive. */
async function openThenReceive(more: number) {
  const api = fakeApi();
  api.on(notificationEndpoints.listNotifications, () => notificationsOf(...someNotifications(1)));
  showPage(<NotificationBell />, '/tracking');
  await screen.findByRole('button', { name: 'Notifications, 1 non lue' });
  const live = fakeLive();
  const arriving = someNotifications(1 + more).reverse();
  await live.receive('notification', ...arriving);
  await screen.findByRole('button', { name: `Notifications, ${1 + more} non lues` });
}

test('only a notification that arrives after the page opened gets a toast, with its title', async () => {
  const { shown } = fakeDevice('default');
  await openThenReceive(1);
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain('Nouvelle 2');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  // No sound before it is enabled, no notification before it is permitted.
  expect(tones).not.toHaveBeenCalled();
  expect(shown).toEqual([]);
});

test('a new sentence of an order gets a toast', async () => {
  fakeDevice('default');
  await openThenReceive(1);
  await screen.findByRole('alert');
  const live = fakeLive();
  const [one] = someNotifications(1);
  const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const earlier = [{ title: one!.title, message: '', createdAt: one!.createdAt }];
  await live.receive('notification', { ...one!, title: 'En route', createdAt: later(1), earlier });
  await screen.findByText('En route');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Nouvelle 2',
    'En route',
  ]);
});

test.each([
  [3, ['Nouvelle 2', 'Nouvelle 3', 'Nouvelle 4']],
  [4, ['Nouvelle 2', 'Nouvelle 3', 'Nouvelle 4', 'Nouvelle 5']],
  [5, ['Nouvelle 2', 'Nouvelle 3', 'Nouvelle 4', 'Nouvelle 5', 'Nouvelle 6']],
])('%i at once: each has a toast with its title', async (more, toasts) => {
  fakeDevice('default');
  await openThenReceive(more);
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(toasts.length));
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(toasts);
});

test('plays one tone at half volume when enabled, and shows notifications when permitted', async () => {
  window.localStorage.setItem('soundEnabled', 'true');
  const { shown } = fakeDevice('granted');
  await openThenReceive(2);
  await waitFor(() => expect(tones).toHaveBeenCalledTimes(1));
  expect(rise).toHaveBeenCalledWith(0.5, expect.any(Number));
  expect(shown).toEqual(['Nouvelle 2', 'Nouvelle 3']);
});

test('the sound prompt is shown once; only « Activer » asks for permission', async () => {
  const { ask } = fakeDevice('default');
  await openThenReceive(1);
  fireEvent.click(screen.getByRole('button', { name: 'Notifications, 2 non lues' }));
  await screen.findByText('Activer les sons ?');
  fireEvent.click(screen.getByRole('button', { name: 'Plus tard' }));
  expect(window.localStorage.getItem('soundEnabled')).toBe('false');
  expect(screen.queryByText('Activer les sons ?')).toBeNull();
  expect(ask).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Activer les sons' }));
  expect(window.localStorage.getItem('soundEnabled')).toBe('true');
  expect(ask).toHaveBeenCalledTimes(1);
  expect(tones).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Couper les sons' }));
  expect(window.localStorage.getItem('soundEnabled')).toBe('false');
});

test('the toast of a notification is shown for five seconds', async () => {
  showPage(null, '/tracking');
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  act(() => announceArrivals(someNotifications(1)));
  await pass(4_999);
  expect(screen.getByRole('alert').textContent).toContain('Nouvelle 1');
  await pass(500);
  expect(screen.queryByRole('alert')).toBeNull();
});
