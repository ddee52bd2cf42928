import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useOnline } from '../../ui/connection/use-online.ts';
import { Rows } from '../../ui/listing/Rows.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import styles from './history.module.css';
import { columns, OrderLine } from './OrderLine.tsx';
import type { SeenOrders } from './seen-orders.ts';

type Props = {
  seen: SeenOrders;
  /** The list could not be loaded. */
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
};

/** The stored orders, shown while newer ones load or cannot be loaded. */
export function SeenOrderList({ seen, failed, retrying, onRetry }: Props) {
  const online = useOnline();
  const offline = failed || !online;
  return (
    <>
      <div className={styles.seen} role="status">
        <Text size="xs" c="dimmed">
          {offline ? 'Hors connexion. ' : 'Mise à jour… '}
          Commandes vues <DateTime at={seen.at} absolute />.
        </Text>
        {offline && online ? (
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
      <Rows label="Commandes vues la dernière fois" list={{ isOutdated: false }} columns={columns}>
        {seen.orders.map((order) => (
          <OrderLine key={order._id} order={order} link={{ to: `/tracking?order=${order._id}` }} />
        ))}
      </Rows>
    </>
  );
}
