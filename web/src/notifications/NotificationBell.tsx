import { Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readToken } from '../lib/session-token.ts';
import { readStored } from '../lib/stored.ts';
import { SessionContext } from '../session/session-context.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useLatestNotifications } from './api.ts';
import { useArrivals } from './arriving/use-arrivals.ts';
import { BellButton } from './BellButton.tsx';
import styles from './bell.module.css';
import { stopPush } from './push/stop-push.ts';
import { renew } from './push/subscription.ts';
import { usePushLinks } from './push/use-push-links.ts';
import '@mantine/core/styles/Popover.layer.css';

const NotificationPanel = lazyWithRetry(
  () => import('./panel/NotificationPanel.tsx').then((module) => module.NotificationPanel),
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
    if (userId === undefined || readStored(userId, 'push') === null) return;
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
        <Popover.Dropdown className={`${styles.dropdown}`}>
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
