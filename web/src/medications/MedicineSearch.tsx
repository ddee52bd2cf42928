import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { SEARCH_MAX } from '@amasin/domain/medications/search-text.ts';
import { Button, Stack, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { countOf, quoted } from '../lib/format.ts';
import { useOnline } from '../lib/use-online.ts';
import { scrollUp, useVisibleRoom } from '../ui/use-visible-room.ts';
import { canSearch, useMedicationSearch } from './api.ts';
import styles from './MedicineSearch.module.css';
import { detailOf } from './medication-detail.ts';

import { QuickAdd } from './QuickAdd.tsx';

type SearchResultsProps = {
  medications: readonly Medication[];
  /** They are the results of the previous text. */
  outdated: boolean;
  onPick: (medication: Medication) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The results: name, substance, form and price; a click picks one. */
function SearchResults({ medications, outdated, onPick, onKeyDown }: SearchResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  const room = useVisibleRoom(list, true);
  return (
    <ul
      ref={list}
      style={{ '--room': room && `${room}px` } as CSSProperties}
      className={styles.results}
      aria-label="Médicaments trouvés"
      data-outdated={outdated || undefined}
      onKeyDown={onKeyDown}
    >
      {medications.map((medication) => {
        const { _id, label, price, reviewed, recalled } = medication;
        return (
          <li key={_id}>
            <UnstyledButton className={styles.result} data-result onClick={() => onPick(medication)}>
              <span className={styles.name}>
                <span className={styles.label}>{label}</span>
                <span className={styles.detail}>
                  {detailOf(
                    medication,
                    ...(reviewed ? [] : ['à vérifier']),
                    ...(recalled ? ['rappelé : ne se commande plus'] : []),
                  )}
                </span>
              </span>
              <span className={styles.price}>{price > 0 ? formatMoney(price) : 'Sans prix'}</span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}

/** Only longer names can be added to the catalogue. */
const MIN_NEW_NAME = 3;

type FoundProps = {
  q: string;
  /** The text has changed since this search. */
  isTyping: boolean;
  onPick: (medication: Medication) => void;
  onAdd: ((name: string) => void) | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The results of a search, its error, or a button to add the medicine. */
function Found({ q, isTyping, onPick, onAdd, onKeyDown }: FoundProps) {
  const online = useOnline();
  const found = useMedicationSearch(q);
  const outdated = isTyping || found.isPlaceholderData;
  const medications = found.data ?? [];
  const name = q.trim();

  if (medications.length > 0)
    return (
      <>
        <p className={styles.hint} role="status">
          {outdated ? 'Recherche…' : countOf(medications.length, 'résultat')}
        </p>
        <SearchResults medications={medications} outdated={outdated} onPick={onPick} onKeyDown={onKeyDown} />
      </>
    );
  if (!isTyping && (found.failureReason !== null || (!online && found.data === undefined)))
    return (
      <div className={styles.nothing} role="alert">
        <span>{messageOf(found.failureReason, 'Erreur recherche médicaments')}</span>
        <Button variant="light" onClick={() => void found.refetch()}>
          Réessayer
        </Button>
      </div>
    );
  if (outdated || found.isPending)
    return (
      <p className={styles.hint} role="status">
        Recherche…
      </p>
    );
  return (
    <div className={styles.nothing} role="status">
      <span>Nous n’avons pas trouvé ce médicament. Vérifiez son nom.</span>
      {onAdd !== undefined && name.length > MIN_NEW_NAME ? (
        <Button
          variant="light"
          className={styles.offer}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => onAdd(name)}
        >{`Ajouter ${quoted(name)} au catalogue`}</Button>
      ) : null}
    </div>
  );
}

/** Debounce, ms. */
const PAUSE_MS = 300;

type MedicineSearchProps = {
  onPick: (medication: Medication) => void;
  error?: string | undefined;
  /** Where a picked one goes: « à l’ordonnance ». */
  to?: string;
  label?: string;
  /** Whoever may not add to the catalogue only finds. */
  canAdd?: boolean;
};

/**
 * Finds a medicine for a prescription, or adds it to the catalogue. It is used inside other forms, and never
 * submits them.
 */
export function MedicineSearch({
  onPick,
  error,
  to = 'à l’ordonnance',
  label = 'Ajouter un médicament',
  canAdd = true,
}: MedicineSearchProps) {
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
    setAdded(`${medication.label} : ajouté ${to}.`);
    onPick(medication);
    field.current?.focus();
  };
  const onArrow = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') moveFocus(event, place.current, 1);
    else if (event.key === 'ArrowUp') moveFocus(event, place.current, -1);
  };

  return (
    <Stack ref={place} gap={8}>
      <div className={styles.ask}>
        <TextInput
          ref={field}
          className={styles.field}
          data-result
          data-path="medicine"
          type="search"
          label={label}
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
        <Found
          q={q}
          isTyping={q !== text}
          onPick={pick}
          onAdd={canAdd ? setAdding : undefined}
          onKeyDown={onArrow}
        />
      ) : null}
      {adding === null ? null : (
        <QuickAdd name={adding} onCreated={pick} onClose={() => search(text)} onSearch={search} />
      )}
      <VisuallyHidden role="status">{added}</VisuallyHidden>
    </Stack>
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
