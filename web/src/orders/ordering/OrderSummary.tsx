import type { Quote } from '@amasin/domain/orders/pricing.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatMoney } from '../../lib/format/money.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Money } from '../../ui/text/Money.tsx';
import styles from './ordering.module.css';

type Props = {
  quote: Quote;
  /** Whether the delivery fee is known. */
  hasZone: boolean;
  /** The server named these amounts: they are not those that were shown before. */
  isRenamed: boolean;
};

/** Every amount of the order; the lines add up to the total (RULES 1). */
export function OrderSummary({ quote, hasZone, isRenamed }: Props) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRenamed) alert.current?.focus();
  }, [isRenamed]);

  return (
    <>
      {isRenamed ? (
        <Notice ref={alert} tabIndex={-1} role="alert" tone="amber" icon={IconAlertTriangle}>
          Le montant a changé : {formatMoney(quote.total)}. Veuillez vérifier puis confirmer.
        </Notice>
      ) : null}
      <dl className={styles.amounts}>
        <Line label="Médicaments" amount={quote.medicines} />
        <Line label="Livraison" amount={hasZone ? quote.deliveryFee : null} />
        <Line label="Commission (10 %)" amount={quote.commission} />
        {quote.reduction > 0 ? <Line label="Réduction assurance" amount={-quote.reduction} /> : null}
        <div className={styles.amountLine} data-total="true">
          <dt>{hasZone ? 'Total' : 'Total sans livraison'}</dt>
          <dd>
            <Money amount={quote.total} total />
          </dd>
        </div>
      </dl>
    </>
  );
}

function Line({ label, amount }: { label: string; amount: number | null }) {
  return (
    <div className={styles.amountLine}>
      <dt>{label}</dt>
      <dd>{amount === null ? 'Selon le quartier' : <Money amount={amount} />}</dd>
    </div>
  );
}
