import { UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { QUANTITY_MAX, readQuantity } from '../../../lib/format.ts';
import styles from './medicines.module.css';

type Props = {
  /** The id of the input, for its label. */
  id: string;
  /** The medicine, for screen readers. */
  label: string;
  quantity: number;
  /** What is typed in its place, while it is not a quantity. */
  mistyped: string | undefined;
  /** Element with what is wrong with the line, if anything. */
  problemId?: string | undefined;
  /** 0 removes the line. */
  onChange: (quantity: number) => void;
  /** Called on blur with a text that is not a quantity. */
  onMistype: (typed: string) => void;
};

export function QuantityStepper(props: Props) {
  const { id, label, quantity, mistyped, problemId, onChange, onMistype } = props;
  // Null when not being edited.
  const [typed, setTyped] = useState<string | null>(null);

  const change = (next: number) => {
    setTyped(null);
    if (next !== quantity || mistyped !== undefined) onChange(next);
  };
  const commit = () => {
    if (typed === null) return;
    const text = typed.trim();
    const next = text === '' ? quantity : /^0+$/.test(text) ? 0 : readQuantity(text);
    if (next !== null) return change(next);
    setTyped(null);
    if (typed !== mistyped) onMistype(typed);
  };

  return (
    <div className={styles.stepper}>
      <UnstyledButton
        className={styles.more}
        aria-describedby={problemId}
        onClick={() => change(quantity - 1)}
        aria-label={quantity === 1 ? `Retirer ${label}` : `Une unité de moins : ${label}`}
      >
        {quantity === 1 ? (
          <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconMinus size={20} aria-hidden="true" />
        )}
      </UnstyledButton>
      <input
        id={id}
        className={styles.quantity}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={`Quantité : ${label}`}
        aria-invalid={problemId === undefined ? undefined : true}
        aria-describedby={problemId}
        value={typed ?? mistyped ?? quantity}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // When 0 removes the line, « Annuler » takes the focus: Enter must not click it.
            event.preventDefault();
            commit();
          }
          if (event.key === 'Escape') setTyped(null);
          if (event.key === 'ArrowUp') change(Math.min(quantity + 1, QUANTITY_MAX));
          if (event.key === 'ArrowDown') change(Math.max(quantity - 1, 1));
        }}
      />
      <UnstyledButton
        className={styles.more}
        disabled={quantity >= QUANTITY_MAX}
        onClick={() => change(quantity + 1)}
        aria-label={`Une unité de plus : ${label}`}
      >
        <IconPlus size={20} aria-hidden="true" />
      </UnstyledButton>
    </div>
  );
}
