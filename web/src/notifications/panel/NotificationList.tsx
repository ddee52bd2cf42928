import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import { formatNumber } from '@amasin/domain/contract/format.ts';
import { Button, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { totalOf } from '../../lib/format.ts';
import type { Latest } from '../api.ts';
import { useReading } from '../use-reading.ts';
import { NotificationRow } from './NotificationRow.tsx';
import styles from './panel.module.css';

type Props = {
  latest: Latest;
  replacing: boolean;
  onLeave: () => void;
  onAllRead: () => void;
};

export function NotificationList({ latest, replacing, onLeave, onAllRead }: Props) {
  const { notifications, total, unread } = latest;
  const read = useReading();
  const readAll = () => {
    read(null);
    onAllRead();
  };
  return (
    <>
      <div className={styles.bar}>
        <Text component="span" size="xs" c="dimmed">
          {unread === 0 ? 'Tout est lu' : totalOf(Math.min(unread, MAX_COUNTED + 1), 'non lue', 'non lues')}
        </Text>
        {unread === 0 ? null : (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconChecks size={20} aria-hidden="true" />}
            onClick={readAll}
          >
            Tout marquer comme lu
          </Button>
        )}
      </div>
      <ul className={styles.list} aria-label="Dernières notifications">
        {notifications.map((one) => (
          <li key={one._id}>
            <NotificationRow
              notification={one}
              replacing={replacing}
              onRead={() => read(one._id)}
              onLeave={onLeave}
            />
          </li>
        ))}
      </ul>
      {total > notifications.length ? (
        <Text size="xs" c="dimmed" ta="center">
          {`Les ${notifications.length} plus récentes sur ${formatNumber(total)}`}
        </Text>
      ) : null}
    </>
  );
}
