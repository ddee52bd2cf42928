import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import { formatNumber } from '@amasin/domain/contract/format.ts';
import { typeset } from '@amasin/domain/contract/typeset.ts';
import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { Popover, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications as toasts } from '@mantine/notifications';
import { IconBell } from '@tabler/icons-react';
import { type ComponentPropsWithRef, useContext, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readToken } from '../lib/session-token.ts';
import { toast } from '../lib/toast.tsx';
import { hasUnsent } from '../lib/unsent.ts';
import { SessionContext } from '../session/session-context.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { sentenceOf, useLatestNotifications } from './api.ts';
import styles from './bell.module.css';
import { OPEN_LINK } from './open-link.ts';
import { renew, stopPush } from './push.ts';
import { playTone, readSoundChoice, showOnDevice } from './sound.ts';
import '@mantine/core/styles/Popover.layer.css';

const BADGE_CAP = 9;

type Props = ComponentPropsWithRef<'button'> & { unread: number };

/** Opens the panel. The badge is capped, the accessible name has the whole number. */
export function BellButton({ unread, ...rest }: Props) {
  const shown = unread > MAX_COUNTED ? `plus de ${formatNumber(MAX_COUNTED)}` : unread;
  const suffix = unread === 0 ? '' : `, ${shown} non ${unread < 2 ? 'lue' : 'lues'}`;
  return (
    <UnstyledButton {...rest} className={styles.button} aria-label={`Notifications${suffix}`}>
      <IconBell size={24} stroke={1.75} aria-hidden="true" />
      {unread === 0 ? null : (
        <span
          className={styles.badge}
          data-count={unread > BADGE_CAP ? `${BADGE_CAP}+` : unread}
          aria-hidden="true"
        />
      )}
    </UnstyledButton>
  );
}

const TOAST_MS = 5000;

/**
 * Announces new notifications: a toast with its title for each, a sound if enabled, a browser notification if permitted. Toasts beyond
 * the number shown at once wait for their turn.
 * @param arrived newest first
 */
export function announceArrivals(arrived: readonly Notification[]): void {
  for (const { title } of [...arrived].reverse()) show(typeset(title));
  for (const one of [...arrived].reverse()) showOnDevice(one);
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

/** Announces notifications that arrive or grow while the page is open, not those of the first load. */
export function useArrivals(latest: readonly Notification[] | undefined): void {
  const seen = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (latest === undefined) return;
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...latest.map(sentenceOf)]);
    if (before === null) return;
    const arrived = latest.filter((one) => !one.isRead && !before.has(sentenceOf(one)));
    if (arrived.length > 0) announceArrivals(arrived);
  }, [latest]);
}

/** Opens the link of a tapped push message, which the service worker sends to an open page (service-worker/push.ts). */
export function usePushLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { serviceWorker } = navigator;
    const open = ({ data, ports }: MessageEvent) => {
      if (data?.type !== OPEN_LINK) return;
      ports[0]?.postMessage(null);
      const { pathname, search } = window.location;
      if (data.link === `${pathname}${search}`) return;
      if (!hasUnsent()) return void navigate(data.link);
      toast.error('Envoyez d’abord le formulaire commencé : l’alerte vous attend dans les notifications.');
    };
    // Undefined at a URL without TLS.
    serviceWorker?.addEventListener('message', open);
    return () => serviceWorker?.removeEventListener('message', open);
  }, [navigate]);
}

const NotificationPanel = lazyWithRetry(
  () => import('./NotificationPanel.tsx').then((module) => module.NotificationPanel),
  { height: 320 },
);

/** The bell and its panel: a popover on a desktop, a dialog with its own URL on a phone. */
export function NotificationBell() {
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const dialog = useDialogUrl('notifications');
  const [popoverOpen, setPopoverOpen] = useState(false);
  const opened = popoverOpen || dialog.opened;
  const query = useLatestNotifications();
  useArrivals(query.data?.notifications);
  usePushLinks();

  const userId = useContext(SessionContext)?.user?._id;
  useEffect(() => {
    if (userId === undefined) return;
    // A failure is retried when the page is opened again.
    renew(userId).catch(() => null);
  }, [userId]);

  // Ends push messages at sign-out; in this lazy component, so that the code is not part of the first load.
  useEffect(() => {
    return () => {
      if (readToken() === null) stopPush().catch(() => null);
    };
  }, []);

  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on navigation
  useEffect(() => setPopoverOpen(false), [pathname]);

  const close = () => {
    setPopoverOpen(false);
    dialog.close();
  };
  const open = () => {
    if (phone) dialog.open();
    else setPopoverOpen(true);
    void query.refetch({ cancelRefetch: false });
  };
  const panel = (
    <NotificationPanel query={query} replacing={dialog.opened} onLeave={() => setPopoverOpen(false)} />
  );
  return (
    <>
      <Popover
        opened={opened && !phone}
        onDismiss={close}
        withinPortal={false}
        position="bottom-end"
        width={440}
        shadow="md"
        trapFocus
        returnFocus
        transitionProps={{ duration: 120 }}
      >
        <Popover.Target>
          <BellButton unread={query.data?.unread ?? 0} onClick={opened ? close : open} />
        </Popover.Target>
        <Popover.Dropdown className={styles.dropdown}>
          <h2 className={styles.heading} tabIndex={-1} data-autofocus>
            Notifications
          </h2>
          {panel}
        </Popover.Dropdown>
      </Popover>
      <ResponsiveDialog opened={opened && phone} onClose={close} title="Notifications">
        {panel}
      </ResponsiveDialog>
    </>
  );
}
