import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { ApiError } from '../../lib/api-error.ts';
import { EmptyState, QueryState } from '../../ui/feedback.tsx';
import { useOrder } from '../api.ts';
import styles from './Delivering.module.css';
import { DeliveryCard } from './DeliveryCard.tsx';
import type { useMoves } from './moves/use-moves.ts';

type Props = { id: string; moves: ReturnType<typeof useMoves>; onClose: () => void };

/** One delivery, opened from a notification. */
export function SingleDelivery({ id, moves, onClose }: Props) {
  const query = useOrder(id);
  const { data: order, error } = query;
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
        <EmptyState
          title={error.code === 'REASSIGNED' ? 'Livraison reprise' : 'Livraison introuvable'}
          pictogram="motorbike"
        >
          {error.code === 'REASSIGNED'
            ? error.message
            : 'Elle n’existe pas, ou elle ne vous est plus confiée.'}
        </EmptyState>
      ) : order === undefined ? (
        <QueryState query={query} rows={1} height={280} />
      ) : (
        <ul className={styles.cards}>
          <DeliveryCard order={order} moves={moves} />
        </ul>
      )}
    </div>
  );
}
