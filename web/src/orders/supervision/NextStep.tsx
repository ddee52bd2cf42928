import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconPencil, IconUserPlus } from '@tabler/icons-react';
import { assignmentOf, type Role, roles, roleWords } from './roles.ts';
import styles from './supervision.module.css';

type Props = { order: Order; onAssign: (role: Role) => void; onTreat: () => void; onEnd: () => void };

const wholeWords = { root: styles.step ?? '', label: styles.stepWords ?? '' };

/** What to do next with this order; nothing when it waits for somebody else. */
export function NextStep({ order, onAssign, onTreat, onEnd }: Props) {
  const missing = roles.find((role) => assignmentOf(order, role) === 'assign');
  const canEnd = order.allowedActions.includes('end');
  const canTreat = order.allowedActions.includes('write-prescription');
  if (missing === undefined && !canEnd && !canTreat) return null;
  return (
    <div className={styles.next}>
      {missing === undefined ? null : (
        <Button
          color="soleil"
          classNames={wholeWords}
          fullWidth
          leftSection={<IconUserPlus size={20} aria-hidden="true" />}
          onClick={() => onAssign(missing)}
        >
          {roleWords[missing].assignLabel}
        </Button>
      )}
      {canTreat ? (
        <Button
          variant={missing === undefined ? 'filled' : 'light'}
          classNames={wholeWords}
          fullWidth
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          onClick={onTreat}
        >
          Traiter
        </Button>
      ) : null}
      {canEnd ? (
        <Button
          color="soleil"
          classNames={wholeWords}
          fullWidth
          leftSection={<IconCircleCheck size={20} aria-hidden="true" />}
          onClick={onEnd}
        >
          Terminer
        </Button>
      ) : null}
    </div>
  );
}
