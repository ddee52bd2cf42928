import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { ErrorResponse } from '@amasin/domain/error-response.ts';
import {
  type MedicationForm,
  medicationFormLabels,
  medicationForms,
} from '@amasin/domain/medications/form.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { SEARCH_MAX } from '@amasin/domain/medications/search-text.ts';
import {
  Button,
  InputBase,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconChevronDown, IconPlus, IconSearch } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { countOf, quoted } from '../lib/format.ts';
import { readPrice } from '../lib/read-price.ts';
import { toast } from '../lib/toast.tsx';
import { useOnline } from '../lib/use-online.ts';
import { scrollUp, useVisibleRoom } from '../ui/use-visible-room.ts';
import { canSearch, useCreateMedication, useMedicationSearch } from './api.ts';
import styles from './MedicineSearch.module.css';
import { detailOf } from './medication-detail.ts';

/** The medicines of the same name that the catalogue has. */
type Alike = {
  medications: readonly Medication[];
  /** None of them has the form that is added. */
  canAdd: boolean;
};

/** Null for any other error. */
function readAlike(error: unknown): Alike | null {
  if (!(error instanceof ApiError)) return null;
  const canAdd = error.code === 'MEDICATION_ALIKE';
  if (!canAdd && error.code !== 'MEDICATION_EXISTS') return null;
  return { medications: (error.body as Partial<ErrorResponse>).medications ?? [], canAdd };
}

type Props = {
  alike: Alike;
  pending: boolean;
  onTake: (medication: Medication) => void;
  onSearch: () => void;
  onAnotherForm: () => void;
};

/** « Ce médicament existe déjà » : takes one of those, or adds another form. */
function ExistingMedicines({ alike, pending, onTake, onSearch, onAnotherForm }: Props) {
  const { medications, canAdd } = alike;
  return (
    <Stack gap={8} role="group" aria-label="Ce médicament existe déjà">
      <Text fw={600} size="sm">
        Ce médicament existe déjà :
      </Text>
      {medications.map((medication) => (
        <Button
          key={medication._id}
          variant="light"
          h="auto"
          mih={44}
          py={8}
          onClick={() => onTake(medication)}
        >
          {`Prendre ${medication.label}, ${detailOf(medication)}${medication.price > 0 ? `, ${formatMoney(medication.price)}` : ''}`}
        </Button>
      ))}
      {medications.length === 0 ? (
        <Button variant="light" onClick={onSearch}>
          Chercher ce médicament
        </Button>
      ) : null}
      {canAdd ? (
        <Button variant="default" loading={pending} onClick={onAnotherForm}>
          C’est une autre forme
        </Button>
      ) : null}
    </Stack>
  );
}

type QuickAddProps = {
  /** The text that was searched and not found. */
  name: string;
  onCreated: (medication: Medication) => void;
  onClose: () => void;
  /** Called when it already exists. */
  onSearch: (name: string) => void;
};

type Errors = { label?: string; price?: string };

/** Adds a medicine to the catalogue. Not a `form`: it is used inside another one. */
export function QuickAdd({ name, onCreated, onClose, onSearch }: QuickAddProps) {
  const [label, setLabel] = useState(name);
  const [form, setForm] = useState<MedicationForm>('tablet');
  const [price, setPrice] = useState('0');
  const [errors, setErrors] = useState<Errors>({});
  const [alike, setAlike] = useState<Alike | null>(null);
  const create = useCreateMedication();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const save = (anotherForm = false) => {
    const amount = readPrice(price);
    const wrong: Errors = {
      ...(label.trim() === '' && { label: 'Nom requis' }),
      ...(amount === null && { price: 'Le prix doit être un nombre entier de francs' }),
    };
    setErrors(wrong);
    if (amount === null || wrong.label !== undefined || create.isPending) return;
    create.mutate(
      { label: label.trim(), form, price: amount, ...(anotherForm && { anotherForm }) },
      {
        onSuccess: (medication) => {
          toast.success('Médicament créé et ajouté');
          onCreated(medication);
        },
        onError: (error) => {
          const found = readAlike(error);
          setAlike(found);
          if (found !== null) return setErrors({ label: messageOf(error) });
          toast.error(messageOf(error, 'Erreur création médicament'));
          if (error instanceof ApiError) setErrors(error.fields);
        },
      },
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    save();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a layout of its own
    <div className={styles.add} role="group" aria-label="Nouveau médicament" onKeyDown={onKeyDown}>
      <Title order={3} size="h4">
        Nouveau médicament
      </Title>
      <TextInput
        ref={first}
        label="Nom"
        description="Avec son dosage, comme sur la boîte."
        autoComplete="off"
        maxLength={200}
        value={label}
        error={errors.label}
        onChange={({ currentTarget }) => {
          setLabel(currentTarget.value);
          setAlike(null);
        }}
      />
      {alike === null ? null : (
        <ExistingMedicines
          alike={alike}
          pending={create.isPending}
          onTake={onCreated}
          onSearch={() => onSearch(label)}
          onAnotherForm={() => save(true)}
        />
      )}
      <div className={styles.pair}>
        <InputBase
          component="select"
          label="Forme"
          value={form}
          onChange={({ currentTarget }) =>
            setForm(medicationForms.find((formName) => formName === currentTarget.value) ?? 'tablet')
          }
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          pointer
        >
          {medicationForms.map((formName) => (
            <option key={formName} value={formName}>
              {medicationFormLabels[formName]}
            </option>
          ))}
        </InputBase>
        <TextInput
          label="Prix (FCFA)"
          inputMode="numeric"
          autoComplete="off"
          value={price}
          error={errors.price}
          onFocus={(event) => event.currentTarget.select()}
          onChange={({ currentTarget }) => setPrice(currentTarget.value)}
        />
      </div>
      <p className={styles.hint}>À 0 F, le médicament entre au catalogue mais ne peut pas être commandé.</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose} disabled={create.isPending}>
          Annuler
        </Button>
        <Button onClick={() => save()} loading={create.isPending}>
          Créer et ajouter
        </Button>
      </div>
    </div>
  );
}

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
        const { _id, label, price, reviewed } = medication;
        return (
          <li key={_id}>
            <UnstyledButton className={styles.result} data-result onClick={() => onPick(medication)}>
              <span className={styles.name}>
                <span className={styles.label}>{label}</span>
                <span className={styles.detail}>
                  {detailOf(medication, ...(reviewed ? [] : ['à vérifier']))}
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
  onAdd: (name: string) => void;
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
      {name.length > MIN_NEW_NAME ? (
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
};

/**
 * Finds a medicine for a prescription, or adds it to the catalogue. It is used inside other forms, and never
 * submits them.
 */
export function MedicineSearch({ onPick, error }: MedicineSearchProps) {
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
    <Stack ref={place} gap={8}>
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
