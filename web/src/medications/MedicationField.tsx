import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconStethoscope } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { countOf, quoted } from '../lib/format.ts';
import { object, text as textSchema } from '../lib/schema.ts';
import { storedOf } from '../lib/stored.ts';
import { useOnline } from '../lib/use-online.ts';
import { Notice } from '../ui/Notice.tsx';
import { SearchCombobox } from '../ui/SearchCombobox.tsx';
import { canSearch, useMedicationSearch } from './api.ts';
import { detailOf } from './medication-detail.ts';

type Props = {
  label: string;
  /** The other ways of ordering it. */
  children?: ReactNode;
};

/** Shown where a medicine cannot be ordered without a prescription. */
function NeedsPrescription({ label, children }: Props) {
  return (
    <Notice role="status" tone="violet" icon={IconStethoscope} title="Ce médicament demande une ordonnance">
      <span>{`${label} n’est pas ajouté à la commande. Votre médecin peut vous le prescrire.`}</span>
      {children}
    </Notice>
  );
}

type WaitingSearchProps = {
  /** The words; another key for others. */
  text: string;
  /** No results yet, and no network. */
  isWaiting: boolean;
  /** They waited when the page was closed. */
  isRestored: boolean;
  /** The number of results. */
  found: number;
  /** Opens the list of results. */
  onShow: () => void;
};

/** A search that waits for the network, and its results once they are there. */
function WaitingSearch({ text, isWaiting, isRestored, found, onShow }: WaitingSearchProps) {
  const [hasWaited, setHasWaited] = useState(isRestored);
  if (isWaiting && !hasWaited) setHasWaited(true);
  return (
    <div role="status">
      {isWaiting ? (
        <Text>{`La recherche attend le réseau. ${quoted(text.trim())} est gardé, et sera cherché à son retour.`}</Text>
      ) : null}
      {hasWaited && !isWaiting && found > 0 ? (
        <Button
          variant="light"
          onClick={() => {
            setHasWaited(false);
            onShow();
          }}
        >
          {`${countOf(found, 'résultat')} pour ${quoted(text.trim())} : voir`}
        </Button>
      ) : null}
    </div>
  );
}

const NOT_FOUND = 'Nous n’avons pas trouvé ce médicament.';

/** Debounce, ms. */
const PAUSE_MS = 250;

/** The words of a search that waits for the network, perhaps longer than the page is open. */
const searchWords = storedOf('medicine-search', object<{ text: string }>({ text: textSchema }));

type MedicationFieldProps = {
  /** The person for whom the searched words are stored. */
  personId: string;
  onPick: (medication: Medication) => void;
  error?: string | undefined;
  /** Buttons to order a medicine with a prescription. */
  otherWays?: ReactNode;
  /** Shown when the search finds no such medicine. */
  notFound?: ReactNode;
};

/** Finds a medicine by name. One that requires a prescription is found, but cannot be picked. */
export function MedicationField({ personId, onPick, error, otherWays, notFound }: MedicationFieldProps) {
  const [restored] = useState(() => searchWords.read(personId)?.text ?? '');
  const [text, setText] = useState(restored);
  const field = useRef<HTMLInputElement>(null);
  const [paused] = useDebouncedValue(text, PAUSE_MS);
  const [refused, setRefused] = useState<Medication | null>(null);
  const [added, setAdded] = useState('');
  const online = useOnline();
  const found = useMedicationSearch(paused);
  const isOutdated = text !== paused || found.isPlaceholderData;
  // While the next results load, the previous ones remain if more of the same word is typed: those of another word would be
  // picked by mistake.
  const answered = useRef('');
  if (found.data !== undefined && !found.isPlaceholderData) answered.current = paused;
  const isShown = canSearch(text) && (!isOutdated || text.startsWith(answered.current));
  const medications = isShown ? (found.data ?? []) : [];
  const isWaiting = !online && (found.data === undefined || isOutdated);
  useEffect(() => {
    if (isWaiting && text !== '') searchWords.write(personId, { text });
  }, [personId, isWaiting, text]);
  const forgetWords = () => searchWords.remove(personId);
  const isNotFound = canSearch(text) && !isOutdated && found.data?.length === 0;
  // Said below the field, with what to do about it, instead of over it.
  const offersMore = isNotFound && notFound !== undefined;

  const pick = (key: string) => {
    const medication = medications.find(({ _id }) => _id === key);
    if (medication === undefined) return;
    setText('');
    forgetWords();
    setRefused(medication.requiresPrescription ? medication : null);
    if (medication.requiresPrescription) return;
    setAdded(`${medication.label} : ajouté à la commande.`);
    onPick(medication);
  };

  return (
    <Stack gap="xs">
      <div>
        <SearchCombobox
          ref={field}
          label="Ajouter un médicament"
          description="Tapez au moins 2 lettres de son nom."
          placeholder="Paracétamol"
          error={error}
          text={text}
          onTextChange={(next) => {
            setText(next);
            forgetWords();
            setRefused(null);
            setAdded('');
          }}
          options={medications.map((medication) => ({
            key: medication._id,
            label: medication.label,
            detail: detailOf(medication, ...(medication.requiresPrescription ? ['sur ordonnance'] : [])),
            aside: formatMoney(medication.price),
          }))}
          onPick={pick}
          onEnter={() => {
            // The results are shown.
            if (!isWaiting) forgetWords();
          }}
          canOpen={canSearch(text) && !offersMore && !isWaiting}
          status={statusOf()}
        />
        <div role="status">
          {offersMore ? (
            <Text fw={600} mt="xs">
              {NOT_FOUND}
            </Text>
          ) : (
            <VisuallyHidden>{added}</VisuallyHidden>
          )}
        </div>
      </div>
      {canSearch(text) ? (
        <WaitingSearch
          key={text}
          text={text}
          isWaiting={isWaiting}
          isRestored={text === restored}
          found={isOutdated ? 0 : medications.length}
          onShow={() => field.current?.focus()}
        />
      ) : null}
      {offersMore ? notFound : null}
      {refused === null ? null : <NeedsPrescription label={refused.label}>{otherWays}</NeedsPrescription>}
    </Stack>
  );

  function statusOf() {
    if (medications.length > 0) return countOf(medications.length, 'résultat');
    if (found.failureReason !== null && !isOutdated) {
      return (
        <>
          <Text>{messageOf(found.failureReason, 'Erreur de recherche des médicaments')}</Text>
          <Button variant="light" mt="xs" onClick={() => void found.refetch()}>
            Réessayer
          </Button>
        </>
      );
    }
    if (isOutdated || found.isPending) return 'Recherche…';
    return NOT_FOUND;
  }
}
