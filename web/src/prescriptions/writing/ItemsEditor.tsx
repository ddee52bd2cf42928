import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { countOf } from '../../lib/format.ts';
import { Money } from '../../ui/text.tsx';
import { ItemLine } from './ItemLine.tsx';
import styles from './ItemsEditor.module.css';
import { totalOf, type WrittenLine } from './written-line.ts';

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
    change(items.toSpliced(index, 1));
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
              onChange={(next) => change(items.with(index, next))}
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
              onClick={() =>
                change(
                  items
                    .filter(({ medicationId }) => medicationId !== removed.line.medicationId)
                    .toSpliced(removed.index, 0, removed.line),
                )
              }
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
