import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { useOrder } from '../api.ts';
import styles from './Delivering.module.css';
import { DeliveryCard } from './DeliveryCard.tsx';

type Props = { id: string; onClose: () => void };

/** The one delivery that a notification leads to. */
export function SingleDelivery({ id, onClose }: Props) {
  const { data: order, error, refetch, isFetching } = useOrder(id);
  return (
    <div className={styles.screen}>
      <div>
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
          onClick={onClose}
        >
          Toutes les livraisons
        </Button>
      </div>
      {error instanceof ApiError && error.status === 404 ? (
        <EmptyState title="Livraison introuvable" pictogram="motorbike">
          Elle n’existe pas, ou elle ne vous est plus confiée.
        </EmptyState>
      ) : order === undefined && error !== null ? (
        <ErrorState
          message={messageOf(error, 'Erreur lors du chargement des données')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : order === undefined ? (
        <ListSkeleton rows={1} height={280} />
      ) : (
        <ul className={styles.cards}>
          <DeliveryCard order={order} onMoved={() => {}} />
        </ul>
      )}
    </div>
  );
}
