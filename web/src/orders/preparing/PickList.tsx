import type { Order } from '@amasin/domain/orders/order.ts';
import { Text } from '@mantine/core';
import { ItemInstructions } from '../../ui/text.tsx';
import styles from './preparing.module.css';
import type { Ticks } from './use-ticks.ts';

type Props = { order: Order; ticks: Ticks };

/** The medicines to take from the shelf, large enough to read at a distance, each to tick. */
export function PickList({ order, ticks }: Props) {
  const items = order.prescription?.items ?? [];
  return (
    <>
      <ul className={styles.picks}>
        {items.map(({ medicationId, label, quantity, posology, duration, form, review }) => (
          <li key={medicationId}>
            <label className={styles.pick}>
              <input
                type="checkbox"
                className={styles.box}
                checked={ticks.has(medicationId)}
                onChange={() => ticks.toggle(medicationId)}
              />
              <span className={styles.quantity}>
                <span>{quantity}</span> <span aria-hidden="true">×</span>
              </span>
              <span>
                <span className={styles.medicine}>{label}</span>
                <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      <Text role="status" size="sm" c="dimmed">
        {`${items.filter(({ medicationId }) => ticks.has(medicationId)).length} sur ${items.length} pris`}
      </Text>
    </>
  );
}
