import { formatMoney } from '@amasin/domain/contract/format.ts';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { Money } from '../../../ui/text.tsx';
import { type DraftLine, isDoubtful, wrongQuantity } from '../draft/draft.ts';
import type { RemovedLine } from '../draft/use-draft.ts';
import styles from './medicines.module.css';
import { QuantityQuestion, questionOf } from './QuantityQuestion.tsx';
import { QuantityStepper } from './QuantityStepper.tsx';

type Props = {
  lines: readonly DraftLine[];
  /** Why a medicine cannot be ordered, by id. */
  problems: ReadonlyMap<string, string>;
  removed: RemovedLine | null;
  onQuantity: (medicationId: string, quantity: number) => void;
  /** What is typed is not a quantity. */
  onMistype: (medicationId: string, typed: string) => void;
  onConfirm: (medicationId: string) => void;
  onUndo: () => void;
};

export function MedicineLines(props: Props) {
  const { lines, problems, removed, onQuantity, onMistype, onConfirm, onUndo } = props;
  const id = useId();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focused remove button is unmounted with its line: the undo button takes the focus.
    if (removed !== null && document.activeElement === document.body) undo.current?.focus();
  }, [removed]);

  return (
    <div>
      {lines.length === 0 ? null : (
        <ul className={styles.lines} aria-label="Médicaments choisis">
          {lines.map((line) => {
            const { medicationId, label, form, price, quantity, typed } = line;
            const wrong = wrongQuantity(line);
            const problem = wrong ?? problems.get(medicationId);
            const problemId = problem === undefined ? undefined : `${id}-${medicationId}`;
            return (
              <li
                key={medicationId}
                className={styles.line}
                data-wrong={wrong ? 'quantity' : problem ? true : undefined}
              >
                <div className={styles.name}>
                  <span className={styles.medicine} translate="no">
                    {label}
                  </span>
                  <Text component="span" size="xs" c="dimmed">
                    {`${medicationFormLabels[form]} · ${formatMoney(price)}`}
                  </Text>
                  {problem ? (
                    <Text
                      id={problemId}
                      role="alert"
                      component="span"
                      size="xs"
                      c="var(--mantine-color-error)"
                    >
                      {problem}
                    </Text>
                  ) : null}
                </div>
                <QuantityStepper
                  id={quantityId(medicationId)}
                  label={label}
                  quantity={quantity}
                  mistyped={typed}
                  problemId={problemId}
                  onChange={(next) => onQuantity(medicationId, next)}
                  onMistype={(text) => onMistype(medicationId, text)}
                />
                <span className={styles.amount}>
                  {typed === undefined ? <Money amount={price * quantity} /> : <span>–</span>}
                </span>
                {isDoubtful(line) ? (
                  <QuantityQuestion
                    label={label}
                    quantity={quantity}
                    onConfirm={() => {
                      focusQuantity(medicationId);
                      onConfirm(medicationId);
                    }}
                    onCorrect={() => focusQuantity(medicationId)}
                  />
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
      <VisuallyHidden role="status">
        {lines.filter(isDoubtful).map(({ label, quantity }) => `${label}. ${questionOf(quantity)} `)}
      </VisuallyHidden>
      <div role="status" className={styles.removed}>
        {removed === null ? null : (
          <>
            <span>{`${removed.line.label} est retiré.`}</span>
            <Button ref={undo} variant="subtle" onClick={onUndo}>
              Annuler
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

const quantityId = (medicationId: string) => `quantity-${medicationId}`;

/** Its value is selected, to be replaced. */
const focusQuantity = (medicationId: string) => document.getElementById(quantityId(medicationId))?.focus();
