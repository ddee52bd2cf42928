import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Ordering } from './draft/use-ordering.ts';
import styles from './PayBar.module.css';

type Props = {
  ordering: Ordering;
  /** Label of the button that sends the order. */
  label: string;
  /** Filled, unless another action is the main one. */
  variant: 'filled' | 'subtle';
  isLast: boolean;
  isSending: boolean;
  /** Null on the first step. */
  onBack: (() => void) | null;
  onGoOn: () => void;
  onSend: () => void;
};

/** Fixed at the bottom of a phone: the amount so far, and the button of the next step. */
export function PayBar({ ordering, label, variant, isLast, isSending, onBack, onGoOn, onSend }: Props) {
  const { quote, zone, hasMedicines, totalBefore } = ordering;
  return (
    <div className={styles.bar}>
      {hasMedicines && quote.medicines > 0 ? (
        <div className={styles.barTotal}>
          <span>
            <span>{zone === null ? 'Total sans livraison' : 'Total'}</span>
            <small className={styles.commission}>
              {`dont commission (10 %) : ${formatMoney(quote.commission)}`}
            </small>
          </span>
          <span>
            {totalBefore !== null && totalBefore !== quote.total ? (
              <s className={styles.former}>{formatMoney(totalBefore)}</s>
            ) : null}
            <strong>{formatMoney(quote.total)}</strong>
          </span>
        </div>
      ) : null}
      <div className={styles.barActions}>
        {onBack === null ? null : (
          <Button variant="default" size="md" onClick={onBack} aria-label="Étape précédente">
            <IconArrowLeft size={20} aria-hidden="true" />
          </Button>
        )}
        <Button
          className={styles.go}
          variant={isLast ? variant : 'filled'}
          classNames={{ label: styles.goLabel }}
          size="md"
          loading={ordering.isChecking || (isLast && isSending)}
          onClick={isLast ? onSend : onGoOn}
        >
          {isLast ? label : 'Continuer'}
        </Button>
      </div>
    </div>
  );
}
