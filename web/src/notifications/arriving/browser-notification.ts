import type { Notification as Arrived } from '@amasin/domain/notifications/notification.ts';

/** Asks whether the device may show them too; only from a click, and only where nothing was answered yet. */
export function askPermission(): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return;
  Promise.resolve(Notification.requestPermission()).catch(() => null);
}

/** Shows it on the device, if permitted: its title alone, which others may see on a locked screen. */
export function showOnDevice({ _id, title }: Arrived): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    // Two tabs show the same one once.
    const shown = new Notification(title, { tag: _id, lang: 'fr', icon: '/favicon.svg' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Chrome on Android allows them to a service worker only: the toast has told it.
  }
}
