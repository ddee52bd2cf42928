import { formatMoney } from '@amasin/domain/contract/format.ts';
import { CARD_AWAITED } from '@amasin/domain/orders/expected.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import styles from './tracking.module.css';

type Props = {
  order: Order;
  isPaying: boolean;
  onPay: () => void;
  /** Takes the insurance card off first. */
  onPayWithout: () => void;
  /** Notice of a payment of this order. */
  notice: ReactNode;
  /** A payment is open or under review: paying is a secondary action. */
  unsettled: 'open' | 'review' | null;
  /** Message of the last refusal, if any. */
  refusal: string | null;
};

/** The payment of an order whose prescription has been read; nothing if it is not payable. */
export function PayBox({ order, isPaying, onPay, onPayWithout, notice, unsettled, refusal }: Props) {
  const { totalAmount, insuranceCard, insuranceReduction, allowedActions } = order;
  // Without the card there is something to pay, at once.
  const isCardInTheWay = insuranceCard?.awaited === true || totalAmount === 0;
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
      {isPayable && unsettled === null && isCardInTheWay ? (
        <Notice
          tone="amber"
          icon={IconAlertTriangle}
          title={totalAmount === 0 ? 'Rien à payer' : CARD_AWAITED}
        >
          <span>
            {totalAmount === 0
              ? 'Le total est de 0 F avec votre carte. Sans elle, vous pouvez payer tout de suite.'
              : `Vous serez prévenu et paierez ${formatMoney(totalAmount)}. Sans la carte, vous pouvez payer tout de suite.`}
          </span>
          <Button
            variant="default"
            size="md"
            fullWidth
            loading={isPaying}
            onClick={onPayWithout}
          >{`Payer ${formatMoney(totalAmount + (insuranceReduction ?? 0))} sans la carte`}</Button>
        </Notice>
      ) : null}
      {isPayable && unsettled === null && !isCardInTheWay ? (
        <Notice
          tone="amber"
          icon={IconWallet}
          title={order.prescriptionUrl ? 'Votre ordonnance est lue' : 'Votre commande est à payer'}
        >
          Payez pour que la pharmacie prépare vos médicaments.
          <Button size="md" fullWidth loading={isPaying} onClick={onPay}>
            {`Payer ${formatMoney(totalAmount)}`}
          </Button>
        </Notice>
      ) : null}
    </div>
  );
}
