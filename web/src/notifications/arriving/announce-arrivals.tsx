import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { notifications as toasts } from '@mantine/notifications';
import { IconBell } from '@tabler/icons-react';
import { countOf } from '../../lib/format/money.ts';
import { playTone } from '../sound/play-tone.ts';
import { readSoundChoice } from '../sound/sound-choice.ts';
import { showOnDevice } from './browser-notification.ts';

const TOAST_MS = 5000;
/** More of them would cover the screen of a phone. */
const MAX_TOASTS = 3;

/**
 * Announces new notifications: a toast with its title for each of the newest three and one for the others, a sound
 * if enabled, a browser notification if permitted.
 * @param arrived newest first
 */
export function announceArrivals(arrived: readonly Notification[]): void {
  const others = arrived.length - MAX_TOASTS;
  for (const { title } of arrived.slice(0, MAX_TOASTS).toReversed()) show(title);
  if (others > 0) show(countOf(others, 'autre notification', 'autres notifications'));
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
