import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useOnline } from '../../ui/connection/use-online.ts';
import { Rows } from '../../ui/listing/Rows.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import type { CachedOrders } from './cached-orders.ts';
import styles from './history.module.css';
import { columns, OrderLine } from './OrderLine.tsx';

type Props = {
  cached: CachedOrders;
  /** The list could not be loaded. */
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
};

/** The stored orders, shown while newer ones load or cannot be loaded. */
export function CachedOrderList({ cached, failed, retrying, onRetry }: Props) {
  const online = useOnline();
  const offline = failed || !online;
  return (
    <>
      <div className={styles.cached} role="status">
        <Text size="xs" c="dimmed">
          {offline ? 'Hors connexion. ' : 'Mise à jour… '}
          Commandes vues <DateTime at={cached.at} absolute />.
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
        {cached.orders.map((order) => (
          <OrderLine key={order._id} order={order} link={{ to: `/tracking?order=${order._id}` }} />
        ))}
      </Rows>
    </>
  );
}
