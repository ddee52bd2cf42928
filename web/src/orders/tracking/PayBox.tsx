import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/format/money.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import styles from './tracking.module.css';

type Props = {
  order: Order;
  isPaying: boolean;
  onPay: () => void;
  /** Notice of a payment of this order. */
  notice: ReactNode;
  /** A payment is open or under review: paying is a secondary action. */
  unsettled: 'open' | 'review' | null;
  /** Message of the last refusal, if any. */
  refusal: string | null;
};

/** The payment of an order whose prescription has been read; nothing if it is not payable. */
export function PayBox({ order, isPaying, onPay, notice, unsettled, refusal }: Props) {
  const { totalAmount, allowedActions } = order;
  const isPayable = allowedActions.includes('pay') && totalAmount !== null;
  return (
    <div className={styles.pay}>
      {notice}
      {refusal === null ? null : (
        <Notice tone="red" icon={IconAlertTriangle} role="alert">
          {refusal}
        </Notice>
      )}
      {isPayable && unsettled !== null ? (
        <Button variant="subtle" fullWidth loading={isPaying} onClick={onPay}>
          {unsettled === 'open' ? 'Reprendre le paiement' : 'Payer quand même'}
        </Button>
      ) : null}
      {isPayable && unsettled === null ? (
        <Notice tone="amber" icon={IconWallet} title="Votre ordonnance est lue">
          Payez pour que la pharmacie prépare vos médicaments.
          <Button size="md" fullWidth loading={isPaying} onClick={onPay}>
            Payer {formatMoney(totalAmount)}
          </Button>
        </Notice>
      ) : null}
    </div>
  );
}
