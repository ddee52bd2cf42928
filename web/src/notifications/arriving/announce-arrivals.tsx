import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { notifications as toasts } from '@mantine/notifications';
import { IconBell } from '@tabler/icons-react';
import { playTone } from '../sound/play-tone.ts';
import { readSoundChoice } from '../sound/sound-choice.ts';
import { showOnDevice } from './browser-notification.ts';

const TOAST_MS = 5000;
/** Above that, one message tells how many: whoever comes back after an hour is not buried. */
const TOLD_ONE_BY_ONE = 3;

/** Tells of what has just come, newest first: toast, sound where enabled, the device where permitted. */
export function announceArrivals(arrived: readonly Notification[]): void {
  if (arrived.length > TOLD_ONE_BY_ONE) show(`${arrived.length} nouvelles notifications`);
  else for (const { title } of arrived.toReversed()) show(title);
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
