import type { Medication } from '@amasin/domain/medications/medication.ts';
import { SEARCH_MAX } from '@amasin/domain/medications/search-text.ts';
import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { scrollUp } from '../ui/use-visible-room.ts';
import { canSearch } from './api.ts';
import { Found } from './Found.tsx';
import styles from './MedicineSearch.module.css';
import { QuickAdd } from './QuickAdd.tsx';

/** Debounce, ms. */
const PAUSE_MS = 300;

type Props = {
  onPick: (medication: Medication) => void;
  error?: string | undefined;
};

/**
 * Finds a medicine for a prescription, or adds it to the catalogue. It is used inside other forms, and never
 * submits them.
 */
export function MedicineSearch({ onPick, error }: Props) {
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const [adding, setAdding] = useState<string | null>(null);
  const [added, setAdded] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const searchDebounced = useDebouncedCallback(setQ, PAUSE_MS);

  const search = (typed: string) => {
    setAdding(null);
    setText(typed);
    setQ(typed);
    setTooShort(!canSearch(typed));
    field.current?.focus();
  };
  const pick = (medication: Medication) => {
    setAdding(null);
    setText('');
    setQ('');
    setAdded(`${medication.label} : ajouté à l’ordonnance.`);
    onPick(medication);
    field.current?.focus();
  };
  const onArrow = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') moveFocus(event, place.current, 1);
    else if (event.key === 'ArrowUp') moveFocus(event, place.current, -1);
  };

  return (
    <div ref={place} className={styles.search}>
      <div className={styles.ask}>
        <TextInput
          ref={field}
          className={styles.field}
          data-result
          data-path="medicine"
          type="search"
          label="Ajouter un médicament"
          description="Tapez au moins 2 lettres de son nom."
          placeholder="Paracétamol"
          error={tooShort ? 'Tapez au moins 2 lettres.' : error}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          value={text}
          onChange={({ currentTarget }) => {
            if (text === '') scrollUp(currentTarget);
            setText(currentTarget.value);
            setTooShort(false);
            setAdding(null);
            setAdded('');
            searchDebounced(currentTarget.value);
          }}
          onKeyDown={(event) => {
            onArrow(event);
            // Ctrl + Enter is the form's.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
              return;
            event.preventDefault();
            search(text);
          }}
        />
        <Button
          variant="light"
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          onClick={() => search(text)}
        >
          Chercher
        </Button>
      </div>
      {adding === null && canSearch(text) && canSearch(q) ? (
        <Found q={q} isTyping={q !== text} onPick={pick} onAdd={setAdding} onKeyDown={onArrow} />
      ) : null}
      {adding === null ? null : (
        <QuickAdd name={adding} onCreated={pick} onClose={() => search(text)} onSearch={search} />
      )}
      <VisuallyHidden role="status">{added}</VisuallyHidden>
    </div>
  );
}

/** Moves the focus between the field and the results. */
function moveFocus(event: KeyboardEvent, place: HTMLElement | null, step: 1 | -1): void {
  const stops = [...(place?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];
  const at = event.target instanceof HTMLElement ? stops.indexOf(event.target) : -1;
  const next = stops[at + step];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
