import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Paper } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { EmptyState, QueryState } from '../../ui/feedback.tsx';
import { useOrder } from '../api.ts';
import type { FileLinkSlot } from '../detail/file-link.ts';
import { OrderFollowed } from './OrderFollowed.tsx';
import styles from './tracking.module.css';

type Props = {
  id: string;
  /** It was opened from the list, which is hidden on a phone together with the focused row. */
  takesFocus: boolean;
  onClose: () => void;
  /** Renders the payment. */
  payment: (order: Order) => ReactNode;
  fileLink: FileLinkSlot;
  /** Renders why the photograph cannot be read, and the picker of another one. */
  photo: (order: Order) => ReactNode;
};

/** One order of the customer, refreshed while it is shown; with its loading and error states. */
export function TrackedOrder({ id, takesFocus, onClose, payment, fileLink, photo }: Props) {
  const query = useOrder(id);
  const { data: order, error } = query;
  const back = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) back.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <Paper component="section" withBorder className={styles.order} aria-label="Détail de la commande">
      <Button
        ref={back}
        className={styles.back}
        variant="subtle"
        leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        onClick={onClose}
      >
        Mes commandes
      </Button>
      {order === undefined ? (
        missing()
      ) : (
        <OrderFollowed order={order} fileLink={fileLink} photo={photo}>
          {payment(order)}
        </OrderFollowed>
      )}
    </Paper>
  );

  function missing() {
    if (error instanceof ApiError && error.status === 404) {
      return (
        <EmptyState
          title="Nous n’avons pas trouvé cette commande"
          action={
            <Button variant="default" onClick={onClose}>
              Voir mes commandes
            </Button>
          }
        >
          Le lien est peut-être incomplet. Toutes vos commandes sont dans la liste.
        </EmptyState>
      );
    }
    return <QueryState query={query} rows={4} height={96} />;
  }
}
