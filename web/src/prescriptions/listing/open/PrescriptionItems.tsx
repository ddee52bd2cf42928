import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { ItemInstructions, LineAmount, Money } from '../../../ui/text.tsx';
import styles from './open.module.css';

/** The prescribed medicines, quantity × price, and the total. */
export function PrescriptionItems({ items, total }: Pick<Prescription, 'items' | 'total'>) {
  return (
    <>
      <ul className={styles.items} aria-label="Médicaments">
        {items.map(({ medicationId, label, quantity, price, posology, duration, form, review }) => (
          <li key={medicationId} className={styles.item}>
            <span className={styles.label}>
              <span>{label}</span>
              <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
            </span>
            <span className={styles.times}>
              {`${quantity}${price > 0 ? ` × ${formatMoney(price)}` : ''}`}
            </span>
            <span className={styles.amount}>
              <LineAmount price={price} quantity={quantity} review={review} />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.total}>
        <span>Total</span>
        <Money amount={total} total />
      </div>
    </>
  );
}
