import { UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { QUANTITY_MAX } from '../lib/quantity.ts';
import styles from './QuantityInput.module.css';

type Props = Pick<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'onBlur'> & {
  /** The medicine, for screen readers. */
  label: string;
  quantity: number;
  /** At 1 the first button removes the medicine: `onStep(0)`. */
  removable?: boolean;
  /** The element that says why the line is wrong, if it is. */
  problemId: string | undefined;
  /** Called by the buttons and the arrow keys. */
  onStep: (quantity: number) => void;
  onEnter: () => void;
  onEscape?: () => void;
};

/** A quantity between its two buttons. The caller keeps and reads the typed text. */
export function QuantityInput({
  label,
  quantity,
  removable = false,
  problemId,
  onStep,
  onEnter,
  onEscape,
  ...input
}: Props) {
  const removes = removable && quantity === 1;
  return (
    <div className={styles.field}>
      <UnstyledButton
        className={styles.step}
        disabled={quantity <= 1 && !removable}
        aria-describedby={removable ? problemId : undefined}
        onClick={() => onStep(quantity - 1)}
        aria-label={removes ? `Retirer ${label}` : `Une unité de moins : ${label}`}
      >
        {removes ? (
          <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconMinus size={20} aria-hidden="true" />
        )}
      </UnstyledButton>
      <input
        {...input}
        className={styles.quantity}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={`Quantité : ${label}`}
        aria-invalid={problemId === undefined ? undefined : true}
        aria-describedby={problemId}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          const { key } = event;
          // Enter must neither submit the form around it nor click the button that takes the focus.
          if (key === 'Enter' || key === 'ArrowUp' || key === 'ArrowDown') event.preventDefault();
          if (key === 'Enter') onEnter();
          if (key === 'Escape') onEscape?.();
          if (key === 'ArrowUp') onStep(Math.min(quantity + 1, QUANTITY_MAX));
          if (key === 'ArrowDown') onStep(Math.max(quantity - 1, 1));
        }}
      />
      <UnstyledButton
        className={styles.step}
        disabled={quantity >= QUANTITY_MAX}
        onClick={() => onStep(quantity + 1)}
        aria-label={`Une unité de plus : ${label}`}
      >
        <IconPlus size={20} aria-hidden="true" />
      </UnstyledButton>
    </div>
  );
}
