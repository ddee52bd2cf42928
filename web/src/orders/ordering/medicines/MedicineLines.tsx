import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatMoney } from '../../../lib/format/money.ts';
import { Money } from '../../../ui/text/Money.tsx';
import type { DraftLine } from '../draft/draft.ts';
import type { RemovedLine } from '../draft/use-draft.ts';
import styles from './medicines.module.css';
import { QuantityStepper } from './QuantityStepper.tsx';

type Props = {
  lines: readonly DraftLine[];
  /** Why a medicine cannot be ordered, by id. */
  problems: ReadonlyMap<string, string>;
  removed: RemovedLine | null;
  onQuantity: (medicationId: string, quantity: number) => void;
  onUndo: () => void;
};

export function MedicineLines({ lines, problems, removed, onQuantity, onUndo }: Props) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focused remove button is unmounted with its line: the undo button takes the focus.
    if (removed !== null && document.activeElement === document.body) undo.current?.focus();
  }, [removed]);

  return (
    <div>
      {lines.length === 0 ? null : (
        <ul className={styles.lines} aria-label="Médicaments choisis">
          {lines.map(({ medicationId, label, form, price, quantity }) => {
            const problem = problems.get(medicationId);
            return (
              <li key={medicationId} className={styles.line} data-wrong={problem ? true : undefined}>
                <div className={styles.name}>
                  <span className={styles.medicine}>{label}</span>
                  <Text component="span" size="xs" c="dimmed">
                    {medicationFormLabels[form]} · {formatMoney(price)}
                  </Text>
                  {problem ? (
                    <Text component="span" size="xs" c="var(--mantine-color-error)">
                      {problem}
                    </Text>
                  ) : null}
                </div>
                <QuantityStepper
                  label={label}
                  quantity={quantity}
                  onChange={(next) => onQuantity(medicationId, next)}
                />
                <span className={styles.amount}>
                  <Money amount={price * quantity} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <div role="status" className={styles.removed}>
        {removed === null ? null : (
          <>
            <span>{removed.line.label} est retiré.</span>
            <Button ref={undo} variant="subtle" onClick={onUndo}>
              Annuler
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
