import { UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { QUANTITY_MAX } from '../draft/draft.ts';
import styles from './medicines.module.css';

type Props = {
  /** The id of the input, for its label. */
  id: string;
  /** The medicine, for screen readers. */
  label: string;
  quantity: number;
  /** Element with what is wrong with the line, if anything. */
  problemId?: string | undefined;
  /** 0 removes the line. */
  onChange: (quantity: number) => void;
};

export function QuantityStepper({ id, label, quantity, problemId, onChange }: Props) {
  // Null when not being edited.
  const [typed, setTyped] = useState<string | null>(null);
  const [wasCut, setWasCut] = useState(false);

  const commit = () => {
    const next = typed === null || typed === '' ? quantity : Number(typed);
    setTyped(null);
    if (typed !== null) setWasCut(next > QUANTITY_MAX);
    if (next !== quantity) onChange(next);
  };

  return (
    <div>
      <div className={styles.stepper}>
        <UnstyledButton
          className={styles.more}
          aria-describedby={problemId}
          onClick={() => onChange(quantity - 1)}
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
          value={typed ?? quantity}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, '').slice(0, 4))}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              // When 0 removes the line, « Annuler » takes the focus: Enter must not click it.
              event.preventDefault();
              commit();
            }
            if (event.key === 'Escape') setTyped(null);
            if (event.key === 'ArrowUp') onChange(quantity + 1);
            if (event.key === 'ArrowDown' && quantity > 1) onChange(quantity - 1);
          }}
        />
        <UnstyledButton
          className={styles.more}
          disabled={quantity >= QUANTITY_MAX}
          onClick={() => onChange(quantity + 1)}
          aria-label={`Une unité de plus : ${label}`}
        >
          <IconPlus size={20} aria-hidden="true" />
        </UnstyledButton>
      </div>
      <div role="status" className={styles.cut}>
        {wasCut && quantity === QUANTITY_MAX ? `${QUANTITY_MAX} au plus` : null}
      </div>
    </div>
  );
}
