import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Text } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconMotorbike } from '@tabler/icons-react';
import { useRef } from 'react';
import styles from './DeliveryCard.module.css';
import type { UnsentMove } from './moves/moves.ts';

type Props = {
  /** As its unsent moves will leave it. */
  order: Order;
  /** The last of its unsent moves. */
  unsent: UnsentMove | undefined;
  onMove: (to: OrderState) => void;
  onUndo: (moveId: string) => void;
};

const bigButton = {
  classNames: { root: styles.move ?? '', label: styles.moveLabel ?? '' },
  fullWidth: true,
  color: 'soleil',
};

/** The button for the next state of the order, and what became of the last one. */
export function NextMove({ order, unsent, onMove, onUndo }: Props) {
  const { allowedActions, state } = order;
  const progress = useRef<HTMLParagraphElement>(null);
  const move = (to: OrderState) => {
    onMove(to);
    // The button that had the focus is replaced.
    progress.current?.focus({ preventScroll: true });
  };
  // Until the departure is sent or has failed once, so that a second tap does not mark the order as delivered.
  const isMoving = unsent?.state === 'sending';
  return (
    <>
      <div className={styles.progress} data-shown={unsent !== undefined || undefined}>
        {unsent?.state === 'held' ? (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={20} aria-hidden="true" />}
            onClick={() => onUndo(unsent.id)}
          >
            Annuler
          </Button>
        ) : null}
        <Text role="status" size="sm" ref={progress} tabIndex={-1}>
          {unsent === undefined ? null : describe(unsent)}
        </Text>
      </div>
      {allowedActions.includes('start-delivery') ? (
        <Button
          {...bigButton}
          leftSection={<IconMotorbike size={24} aria-hidden="true" />}
          onClick={() => move('delivering')}
        >
          Commencer la livraison
        </Button>
      ) : null}
      {allowedActions.includes('mark-delivered') ? (
        <Button
          {...bigButton}
          leftSection={<IconCircleCheck size={24} aria-hidden="true" />}
          loading={isMoving}
          onClick={() => move('delivered')}
        >
          Marquer comme livrée
        </Button>
      ) : null}
      {state === 'pending' && !allowedActions.includes('start-delivery') ? (
        <Text c="dimmed">Une pharmacie doit d’abord être assignée.</Text>
      ) : null}
    </>
  );
}

function describe(move: UnsentMove): string {
  const what = 'reason' in move ? 'Problème' : move.to === 'delivered' ? 'Livrée' : 'Départ';
  if (move.state === 'held') return `${what}.`;
  if (move.state === 'sending') return `${what} : envoi en cours…`;
  return `${what} : ${what === 'Livrée' ? 'sera envoyée' : 'sera envoyé'} au retour du réseau.`;
}
