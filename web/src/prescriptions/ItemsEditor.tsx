import { formatMoney } from '@amasin/domain/contract/format.ts';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import {
  DURATION_MAX,
  POSOLOGY_MAX,
  usualDurations,
  usualPosologies,
} from '@amasin/domain/medications/usual-instructions.ts';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { countOf } from '../lib/format.ts';
import { readQuantity, wrongQuantity } from '../lib/quantity.ts';
import { QuantityInput } from '../ui/QuantityInput.tsx';
import { SuggestedField } from '../ui/SuggestedField.tsx';
import { Money } from '../ui/text.tsx';
import { GivingFields } from './GivingFields.tsx';
import styles from './ItemsEditor.module.css';
import { totalOf, type WrittenLine, writeQuantity } from './written-line.ts';
import '@mantine/core/styles/ActionIcon.layer.css';

type InstructionFieldsProps = {
  line: WrittenLine;
  onChange: (line: WrittenLine) => void;
  /** Called on Enter in the last field. */
  onDone: () => void;
};

/** How to take a medicine and for how long. Enter goes from one to the other, then on. */
function InstructionFields({ line, onChange, onDone }: InstructionFieldsProps) {
  const { label, form, posology = '', duration = '' } = line;
  const fields = useRef<HTMLDivElement>(null);
  return (
    <div ref={fields} className={styles.instructions}>
      <SuggestedField
        label="Posologie"
        name={`Posologie : ${label}`}
        value={posology}
        maxLength={POSOLOGY_MAX}
        suggestions={usualPosologies(form)}
        onChange={(text) => onChange({ ...line, posology: text })}
        onNext={() => fields.current?.querySelectorAll('input')[1]?.focus()}
      />
      <SuggestedField
        label="Durée"
        name={`Durée : ${label}`}
        value={duration}
        maxLength={DURATION_MAX}
        suggestions={usualDurations}
        onChange={(text) => onChange({ ...line, duration: text })}
        onNext={onDone}
      />
    </div>
  );
}

type QuantityFieldProps = {
  /** The medicine, for screen readers. */
  label: string;
  quantity: number;
  /** The text typed in its place, while that is not a quantity. */
  typed: string | undefined;
  /** Element with what is wrong with the line, if anything. */
  problemId?: string | undefined;
  onType: (text: string) => void;
};

/** The total is updated while typing. Nothing is taken out of what is typed; an emptied field has its quantity again on blur. */
function QuantityField({ label, quantity, typed, problemId, onType }: QuantityFieldProps) {
  // As it is typed, « 05 » or nothing; null when not being edited.
  const [draft, setDraft] = useState<string | null>(null);
  // A quantity changed from outside replaces the typed text.
  const isDraft = draft !== null && (draft === '' || readQuantity(draft) === quantity);
  const change = (next: number) => {
    setDraft(null);
    onType(String(next));
  };
  return (
    <QuantityInput
      label={label}
      quantity={quantity}
      problemId={problemId}
      value={typed ?? (isDraft ? draft : quantity)}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        setDraft(text);
        onType(text.trim() === '' ? String(quantity) : text);
      }}
      onBlur={() => setDraft(null)}
      onStep={change}
      onEnter={() => setDraft(null)}
    />
  );
}

type ItemLineProps = {
  line: WrittenLine;
  /** The server's error for this line. */
  error: string | undefined;
  onChange: (line: WrittenLine) => void;
  onRemove: () => void;
  /** Called when the line is complete. */
  onDone: () => void;
};

function ItemLine({ line, error, onChange, onRemove, onDone }: ItemLineProps) {
  const { label, form, price, quantity, typed, waits } = line;
  const priced = price > 0;
  const id = useId();
  const wrong = wrongQuantity(line) ?? error;
  return (
    <li className={styles.line} data-wrong={wrong ? true : undefined}>
      <div className={styles.name}>
        <span className={styles.medicine} translate="no">
          {label}
        </span>
        <span className={styles.about}>
          {[
            form === null ? null : medicationFormLabels[form],
            priced ? `${formatMoney(price)} l’unité` : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {priced ? null : (
          <span className={styles.dropped}>
            {waits ? 'Prix à vérifier avant le paiement' : 'Sans prix : cette ligne ne sera pas retenue'}
          </span>
        )}
        {wrong ? (
          <span id={id} className={styles.wrong} role="alert">
            {wrong}
          </span>
        ) : null}
      </div>
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="gray"
        onClick={onRemove}
        aria-label={`Retirer ${label}`}
        title="Retirer"
      >
        <IconTrash size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <QuantityField
        label={label}
        quantity={quantity}
        typed={typed}
        problemId={wrong ? id : undefined}
        onType={(text) => onChange(writeQuantity(line, text))}
      />
      <span className={styles.amount}>
        {priced && typed === undefined ? <Money amount={price * quantity} /> : <span>–</span>}
      </span>
      <InstructionFields line={line} onChange={onChange} onDone={onDone} />
      <GivingFields line={line} onChange={onChange} />
    </li>
  );
}

type Props = {
  items: readonly WrittenLine[];
  onChange: (items: WrittenLine[]) => void;
  /** Called when a line is complete: the next medicine can be searched for. */
  onLineDone: () => void;
  /** The server's errors, by medicine. */
  errors?: ReadonlyMap<string, string>;
  /** Error of the whole list: « Ajouter au moins un médicament ». */
  error?: string | undefined;
};

type Removed = { line: WrittenLine; index: number };

const none: ReadonlyMap<string, string> = new Map();

/** The medicines of a prescription being written, with their prices. */
export function ItemsEditor({ items, onChange, onLineDone, errors = none, error }: Props) {
  const [removed, setRemoved] = useState<Removed | null>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(items);
  useEffect(() => {
    // The focused remove button is unmounted with its line: the undo button takes the focus.
    if (removed !== null && document.activeElement === document.body) undo.current?.focus();
  }, [removed]);

  // A medicine that was added last: its posology is written next.
  useEffect(() => {
    const isAdded = items.length === before.current.length + 1 && items.at(-2) === before.current.at(-1);
    before.current = items;
    if (isAdded) list.current?.querySelector<HTMLElement>('li:last-child input[role="combobox"]')?.focus();
  }, [items]);

  const change = (next: WrittenLine[]) => {
    setRemoved(null);
    onChange(next);
  };
  const remove = (line: WrittenLine, index: number) => {
    change(items.filter((_, at) => at !== index));
    setRemoved({ line, index });
  };

  return (
    <div className={styles.editor}>
      {items.length === 0 ? (
        <Text className={styles.empty} c="dimmed">
          Aucun médicament pour l’instant. Cherchez-les un à un.
        </Text>
      ) : (
        <ul ref={list} className={styles.lines} aria-label="Médicaments de l’ordonnance">
          {items.map((line, index) => (
            <ItemLine
              key={line.medicationId}
              line={line}
              error={errors.get(line.medicationId)}
              onChange={(next) => change(items.map((one, at) => (at === index ? next : one)))}
              onRemove={() => remove(line, index)}
              onDone={onLineDone}
            />
          ))}
        </ul>
      )}
      <div role="status" className={styles.removed}>
        {removed === null ? null : (
          <>
            <span>{`${removed.line.label} est retiré.`}</span>
            <Button
              ref={undo}
              variant="subtle"
              onClick={() => {
                const restored = items.filter(
                  ({ medicationId }) => medicationId !== removed.line.medicationId,
                );
                restored.splice(removed.index, 0, removed.line);
                change(restored);
              }}
            >
              Annuler
            </Button>
          </>
        )}
      </div>
      {error ? (
        <span className={styles.wrong} role="alert">
          {error}
        </span>
      ) : null}
      <div className={styles.total}>
        <span>
          Total
          {items.length === 0 ? null : (
            <span className={styles.about}>{` · ${countOf(items.length, 'médicament')}`}</span>
          )}
        </span>
        <output>
          <Money amount={totalOf(items)} total />
        </output>
      </div>
    </div>
  );
}
