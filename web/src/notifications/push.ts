import { pushEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { call } from '../lib/call.ts';
import { sent } from '../lib/schema.ts';
import { storedOf } from '../lib/stored.ts';

/** Unsubscribes this browser, even when the server is unreachable: its push messages can then not be delivered. */
export async function stopPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** The choice of this person to receive push messages on this device. */
const chosen = storedOf('push', sent({}));

export const isSubscribed = (userId: string) => chosen.read(userId) !== null;

/**
 * Asks for permission and subscribes this browser.
 * @returns false when the permission was refused
 */
export async function subscribe(userId: string, key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await register(key);
  chosen.write(userId, {});
  return true;
}

export async function unsubscribe(userId: string): Promise<void> {
  await call(pushEndpoints.unsubscribePush);
  await stopPush();
  chosen.remove(userId);
}

/**
 * Subscribes again without asking for permission: a subscription ends with its session, or when the server's key
 * changes.
 */
export async function renew(userId: string): Promise<void> {
  if (!isSubscribed(userId) || Notification.permission !== 'granted') return;
  const { key } = await call(pushEndpoints.readPushKey);
  if (key !== null) await register(key);
}

/** How long the service worker may take to start: on the first visit it stores the pages first, ms. */
const READY_MS = 20_000;

/** @throws Error when it does not start: without room or in a private window, `ready` would wait for ever */
function whenReady(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the service worker did not start')), READY_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

async function register(key: string): Promise<void> {
  const { pushManager } = await whenReady();
  const known = await pushManager.getSubscription();
  const isCurrent = known !== null && encoded(known.options.applicationServerKey) === key;
  if (!isCurrent) await known?.unsubscribe();
  const subscription = isCurrent
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call(pushEndpoints.subscribePush, { body: { endpoint, keys: { p256dh, auth } } });
}

/** In base64url, without padding. */
function encoded(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
