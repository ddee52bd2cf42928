import { formatMoney } from '@amasin/domain/contract/format.ts';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { countOf } from '../../lib/format.ts';
import { readQuantity, wrongQuantity } from '../../lib/quantity.ts';
import { QuantityInput } from '../../ui/QuantityInput.tsx';
import { Money } from '../../ui/text.tsx';
import { isDoubtful } from './draft.ts';
import styles from './MedicineLines.module.css';
import type { OrderDraft } from './use-draft.ts';

type Props = {
  /** The medicine, for screen readers. */
  label: string;
  quantity: number;
  onConfirm: () => void;
  onCorrect: () => void;
};

const questionOf = (quantity: number): string => `${countOf(quantity, 'boîte')} : c’est bien cela ?`;

/** Asks whether an unusually large quantity is meant. */
function QuantityQuestion({ label, quantity, onConfirm, onCorrect }: Props) {
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

type QuantityStepperProps = {
  /** The id of the input, for its label. */
  id: string;
  /** The medicine, for screen readers. */
  label: string;
  quantity: number;
  /** The text typed in its place, while that is not a quantity. */
  mistyped: string | undefined;
  /** Element with what is wrong with the line, if anything. */
  problemId?: string | undefined;
  /** 0 removes the line. */
  onChange: (quantity: number) => void;
  /** Called on blur with a text that is not a quantity. */
  onMistype: (typed: string) => void;
};

function QuantityStepper(props: QuantityStepperProps) {
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
    <QuantityInput
      id={id}
      label={label}
      quantity={quantity}
      removable
      problemId={problemId}
      value={typed ?? mistyped ?? quantity}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onStep={change}
      onEnter={commit}
      onEscape={() => setTyped(null)}
    />
  );
}

type MedicineLinesProps = {
  basket: Pick<
    OrderDraft,
    'draft' | 'removed' | 'changeQuantity' | 'mistypeQuantity' | 'confirmQuantity' | 'undoRemoval'
  >;
  /** Why a medicine cannot be ordered, by id. */
  problems?: ReadonlyMap<string, string>;
};

/** The medicines of the basket, each with its quantity, and the removal that can be undone. */
export function MedicineLines({ basket, problems }: MedicineLinesProps) {
  const { removed } = basket;
  const { lines } = basket.draft;
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
            const problem = wrong ?? problems?.get(medicationId);
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
                  onChange={(next) => basket.changeQuantity(medicationId, next)}
                  onMistype={(text) => basket.mistypeQuantity(medicationId, text)}
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
                      basket.confirmQuantity(medicationId);
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
            <Button ref={undo} variant="subtle" onClick={basket.undoRemoval}>
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
