import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useOnline } from '../../ui/connection/use-online.ts';
import { Rows } from '../../ui/listing/Rows.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import type { OrdersInList } from '../api.ts';
import type { CachedOrders } from './cached-orders.ts';
import styles from './history.module.css';
import { columns, OrderLine } from './OrderLine.tsx';

type Props = { cached: CachedOrders; list: OrdersInList };

/** The stored orders, shown while newer ones load or cannot be loaded. */
export function CachedOrderList({ cached, list }: Props) {
  const online = useOnline();
  const offline = list.error !== null || !online;
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
            onClick={() => void list.refetch()}
            loading={list.isFetching}
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
