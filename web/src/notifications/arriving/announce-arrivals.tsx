import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { notifications as toasts } from '@mantine/notifications';
import { IconBell } from '@tabler/icons-react';
import { playTone } from '../sound/play-tone.ts';
import { readSoundChoice } from '../sound/sound-choice.ts';
import { showOnDevice } from './browser-notification.ts';

const TOAST_MS = 5000;

/**
 * Announces new notifications: a toast with its title for each, a sound if enabled, a browser notification if permitted. Toasts beyond
 * the number shown at once wait for their turn.
 * @param arrived newest first
 */
export function announceArrivals(arrived: readonly Notification[]): void {
  for (const { title } of arrived.toReversed()) show(title);
  for (const one of arrived.toReversed()) showOnDevice(one);
  if (readSoundChoice() === true) void playTone();
}

function show(message: string): void {
  toasts.show({
    message,
    icon: <IconBell size={18} aria-hidden="true" />,
    color: 'feuille',
    autoClose: TOAST_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
  });
}
