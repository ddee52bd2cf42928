import type { LeftOutItem, OrderItem } from '@amasin/domain/orders/order.ts';
import { joinLines } from '@amasin/domain/orders/split-lines.ts';
import { Button, Text } from '@mantine/core';
import styles from './Medicines.module.css';
import { MedicineLine } from './Medicines.tsx';

type Props = {
  taken: readonly OrderItem[];
  leftOut: readonly LeftOutItem[];
  /** Shown in place of the button of the only one that is taken. */
  last: string;
  isPending?: boolean;
  /** Receives the ids of all that are left out. */
  onChange: (leftOut: string[]) => void;
};

/** The medicines of a prescription, each of which can be left out and taken back; one is always taken. */
export function ChoiceLines({ taken, leftOut, last, isPending = false, onChange }: Props) {
  // In the order of the prescription: a line stays where it is when it is left out.
  const lines = joinLines<OrderItem>(taken, leftOut);
  const leftIds = leftOut.map(({ medicationId }) => medicationId);
  return (
    <>
      <Text size="sm" c="dimmed">
        Vous pouvez ne pas prendre un médicament : le montant change aussitôt.
      </Text>
      <ul className={styles.items} aria-busy={isPending}>
        {lines.map((line) => {
          const { medicationId, label } = line;
          const isLeftOut = leftIds.includes(medicationId);
          const change = () =>
            onChange(isLeftOut ? leftIds.filter((id) => id !== medicationId) : [...leftIds, medicationId]);
          return (
            <li key={medicationId} className={styles.item} data-left-out={isLeftOut || undefined}>
              <MedicineLine line={line} />
              {line.review === 'unavailable' ? null : isLeftOut || taken.length > 1 ? (
                <Button
                  className={styles.choice}
                  variant="subtle"
                  aria-label={isLeftOut ? `Reprendre ${label}` : `Ne pas prendre ${label}`}
                  onClick={change}
                >
                  {isLeftOut ? 'Reprendre' : 'Ne pas prendre'}
                </Button>
              ) : (
                <Text className={styles.choice} size="sm" c="dimmed">
                  {last}
                </Text>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
