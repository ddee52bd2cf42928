import type { Notification as Arrived } from '@amasin/domain/notifications/notification.ts';

/** Asks for permission to show notifications; only after a click, and only when not answered yet. */
export function askPermission(): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return;
  Promise.resolve(Notification.requestPermission()).catch(() => null);
}

/** Shows it as a notification of the device, if permitted. Only the title: a locked screen may be read by others. */
export function showOnDevice({ _id, title }: Arrived): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    // The tag makes two tabs show it once.
    const shown = new Notification(title, { tag: _id, lang: 'fr', icon: '/favicon.svg' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Chrome on Android allows this only to service workers: the toast is enough.
  }
}
