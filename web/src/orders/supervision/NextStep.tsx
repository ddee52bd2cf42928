import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconPencil, IconUserPlus } from '@tabler/icons-react';
import { assignmentOf, type Role, roleLabels, roles } from './roles.ts';
import styles from './supervision.module.css';

type Props = { order: Order; onAssign: (role: Role) => void; onDigitize: () => void; onEnd: () => void };

const wrappingLabel = { root: styles.step ?? '', label: styles.stepLabel ?? '' };

/** The buttons for the next step of this order; none when it waits for someone else. */
export function NextStep({ order, onAssign, onDigitize, onEnd }: Props) {
  const missing = roles.find((role) => assignmentOf(order, role) === 'assign');
  const canEnd = order.allowedActions.includes('end');
  const canDigitize = order.allowedActions.includes('write-prescription');
  if (missing === undefined && !canEnd && !canDigitize) return null;
  return (
    <div className={styles.next}>
      {missing === undefined ? null : (
        <Button
          color="soleil"
          classNames={wrappingLabel}
          fullWidth
          leftSection={<IconUserPlus size={20} aria-hidden="true" />}
          onClick={() => onAssign(missing)}
        >
          {roleLabels[missing].assignLabel}
        </Button>
      )}
      {canDigitize ? (
        <Button
          variant={missing === undefined ? 'filled' : 'light'}
          classNames={wrappingLabel}
          fullWidth
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          onClick={onDigitize}
        >
          Traiter
        </Button>
      ) : null}
      {canEnd ? (
        <Button
          color="soleil"
          classNames={wrappingLabel}
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
