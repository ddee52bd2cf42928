import { UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { QUANTITY_MAX, readQuantity } from '../../lib/format.ts';
import styles from './ItemsEditor.module.css';

type Props = {
  /** The medicine, for screen readers. */
  label: string;
  quantity: number;
  /** What is typed in its place, while it is not a quantity. */
  typed: string | undefined;
  /** Element with what is wrong with the line, if anything. */
  problemId?: string | undefined;
  onType: (text: string) => void;
};

/** The total is updated while typing. Nothing is taken out of what is typed; an emptied field has its quantity again on blur. */
export function QuantityField({ label, quantity, typed, problemId, onType }: Props) {
  // As it is typed, « 05 » or nothing; null when not being edited.
  const [draft, setDraft] = useState<string | null>(null);
  // A quantity changed from outside replaces the typed text.
  const isDraft = draft !== null && (draft === '' || readQuantity(draft) === quantity);
  const change = (next: number) => {
    setDraft(null);
    onType(String(next));
  };
  return (
    <div className={styles.stepper}>
      <UnstyledButton
        className={styles.step}
        disabled={quantity <= 1}
        onClick={() => change(quantity - 1)}
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
        value={typed ?? (isDraft ? draft : quantity)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value;
          setDraft(text);
          onType(text.trim() === '' ? String(quantity) : text);
        }}
        onBlur={() => setDraft(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Enter must not submit the surrounding form.
            event.preventDefault();
            setDraft(null);
          }
          if (event.key === 'ArrowUp') change(Math.min(quantity + 1, QUANTITY_MAX));
          if (event.key === 'ArrowDown') change(Math.max(quantity - 1, 1));
          if (event.key === 'ArrowUp' || event.key === 'ArrowDown') event.preventDefault();
        }}
      />
      <UnstyledButton
        className={styles.step}
        disabled={quantity >= QUANTITY_MAX}
        onClick={() => change(quantity + 1)}
        aria-label={`Une unité de plus : ${label}`}
      >
        <IconPlus size={20} aria-hidden="true" />
      </UnstyledButton>
    </div>
  );
}
