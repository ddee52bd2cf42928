import { UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './ItemsEditor.module.css';
import { QUANTITY_MAX, readQuantity } from './written-line.ts';

type Props = {
  /** The medicine, for screen readers. */
  label: string;
  quantity: number;
  /** Element with what is wrong with the line, if anything. */
  problemId?: string | undefined;
  onChange: (quantity: number) => void;
};

/** At least 1. The total is updated while typing; a value that is not a number becomes 1 on blur. */
export function QuantityField({ label, quantity, problemId, onChange }: Props) {
  // Null when not being edited.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className={styles.stepper}>
      <UnstyledButton
        className={styles.step}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
        aria-label={`Une unité de moins : ${label}`}
      >
        <IconMinus size={20} aria-hidden="true" />
      </UnstyledButton>
      <input
        className={styles.quantity}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={`Quantité : ${label}`}
        aria-invalid={problemId === undefined ? undefined : true}
        aria-describedby={problemId}
        // A quantity changed from outside replaces the typed text.
        value={typed !== null && readQuantity(typed) === quantity ? typed : quantity}
        onFocus={(event) => event.currentTarget.select()}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value.replace(/\D/g, '').slice(0, 4);
          setTyped(text);
          onChange(readQuantity(text));
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Enter must not submit the surrounding form.
            event.preventDefault();
            setTyped(null);
          }
          if (event.key === 'ArrowUp') onChange(Math.min(quantity + 1, QUANTITY_MAX));
          if (event.key === 'ArrowDown') onChange(Math.max(quantity - 1, 1));
          if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
            event.preventDefault();
            setTyped(null);
          }
        }}
      />
      <UnstyledButton
        className={styles.step}
        disabled={quantity >= QUANTITY_MAX}
        onClick={() => onChange(quantity + 1)}
        aria-label={`Une unité de plus : ${label}`}
      >
        <IconPlus size={20} aria-hidden="true" />
      </UnstyledButton>
    </div>
  );
}
