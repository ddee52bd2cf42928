import { Button } from '@mantine/core';
import { countOf } from '../../../lib/format.ts';
import styles from './medicines.module.css';

type Props = {
  /** The medicine, for screen readers. */
  label: string;
  quantity: number;
  onConfirm: () => void;
  onCorrect: () => void;
};

export const questionOf = (quantity: number): string => `${countOf(quantity, 'boîte')} : c’est bien cela ?`;

/** Asks whether an unusually large quantity is meant. */
export function QuantityQuestion({ label, quantity, onConfirm, onCorrect }: Props) {
  return (
    <div className={styles.question} data-asked>
      <span>{questionOf(quantity)}</span>
      <Button
        variant="default"
        aria-label={`Oui, ${countOf(quantity, 'boîte')} : ${label}`}
        onClick={onConfirm}
      >
        Oui
      </Button>
      <Button variant="subtle" aria-label={`Corriger : ${label}`} onClick={onCorrect}>
        Corriger
      </Button>
    </div>
  );
}
