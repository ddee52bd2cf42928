import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useOnline } from '../../ui/connection/use-online.ts';
import { DateTime } from '../../ui/text/DateTime.tsx';
import styles from './history.module.css';
import { OrderLine } from './OrderLine.tsx';
import type { SeenOrders } from './seen-orders.ts';

type Props = {
  seen: SeenOrders;
  /** The list could not be had. */
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
};

/** The orders as they were seen last, while newer ones are on their way or out of reach. */
export function SeenOrderList({ seen, failed, retrying, onRetry }: Props) {
  const online = useOnline();
  const out = failed || !online;
  return (
    <>
      <div className={styles.seen} role="status">
        <Text size="xs" c="dimmed">
          {out ? 'Hors connexion. ' : 'Mise à jour… '}
          Commandes vues <DateTime at={seen.at} absolute />.
        </Text>
        {out && online ? (
          <Button
            variant="subtle"
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            onClick={onRetry}
            loading={retrying}
          >
            Réessayer
          </Button>
        ) : null}
      </div>
      <ul className={styles.list} aria-label="Commandes vues la dernière fois">
        {seen.orders.map((order) => (
          <OrderLine key={order._id} order={order} link={{ to: `/tracking?order=${order._id}` }} narrow />
        ))}
      </ul>
    </>
  );
}
