import { UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './ItemsEditor.module.css';
import { QUANTITY_MAX, readQuantity } from './written-line.ts';

type Props = {
  /** Of what: said to screen readers. */
  label: string;
  quantity: number;
  onChange: (quantity: number) => void;
};

/** From 1 on; the total follows while one types, and what is no number becomes 1 on leaving (SPEC 5). */
export function QuantityField({ label, quantity, onChange }: Props) {
  // Null: nobody is typing.
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
        // What came from elsewhere meanwhile counts, not what was typed before.
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
            // Else the same press would send the form that it stands in.
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
