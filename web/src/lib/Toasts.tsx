import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import styles from './toasts.module.css';

const AT_ONCE = 20;
const GENERAL_MS = 4000;

export function Toasts() {
  return (
    <Notifications
      position="top-right"
      limit={AT_ONCE}
      autoClose={GENERAL_MS}
      transitionDuration={150}
      containerWidth={400}
      zIndex={1000}
      className={styles.root}
    />
  );
}
