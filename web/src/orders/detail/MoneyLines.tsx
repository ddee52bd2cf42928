import type { Order } from '@amasin/domain/orders/order.ts';
import { Money } from '../../ui/text.tsx';
import styles from './MoneyLines.module.css';

type Props = { order: Order };

/** Every amount of the order; the lines add up to the total. */
export function MoneyLines({ order }: Props) {
  const { medicinesAmount, deliveryFee, commission, insuranceReduction, totalAmount, finalAmount } = order;
  const rate = order.insuranceCard?.taux;
  return (
    <dl className={styles.lines}>
      {medicinesAmount === null ? null : <Line label="Médicaments" amount={medicinesAmount} />}
      <Line label="Livraison" amount={deliveryFee} />
      {commission === null ? null : <Line label="Commission" amount={commission} />}
      {insuranceReduction ? (
        <Line
          label={`Réduction assurance${rate === undefined ? '' : ` (${rate}\u00a0%)`}`}
          amount={-insuranceReduction}
        />
      ) : null}
      <div className={styles.line} data-total="true">
        <dt>Montant total</dt>
        <dd>{totalAmount === null ? 'À calculer' : <Money amount={totalAmount} total />}</dd>
      </div>
      <Line label="Montant payé" amount={finalAmount} />
    </dl>
  );
}

function Line({ label, amount }: { label: string; amount: number }) {
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}
