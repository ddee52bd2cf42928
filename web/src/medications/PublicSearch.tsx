import { formatMoney } from '@amasin/domain/contract/format.ts';
import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { PublicMedication } from '@amasin/domain/medications/medication.ts';
import { SEARCH_MAX, searchText } from '@amasin/domain/medications/search-text.ts';
import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { countOf } from '../lib/format.ts';
import { keys } from '../lib/keys.ts';
import { useOnline } from '../lib/use-online.ts';
import { ErrorState, ListSkeleton } from '../ui/feedback.tsx';
import { canSearch } from './api.ts';
import { detailOf } from './medication-detail.ts';
import styles from './PublicSearch.module.css';

type Actions = {
  actionOf: (medication: PublicMedication) => ReactNode;
  /** Those that require a prescription have the action too. */
  allPrescribed?: boolean;
};

type Props = {
  medications: readonly PublicMedication[];
  /** They are the results of the previous text. */
  isOutdated: boolean;
} & Actions;

function PublicResults({ medications, isOutdated, actionOf, allPrescribed = false }: Props) {
  if (medications.length === 0) return null;
  return (
    <ul className={styles.results} aria-label="Médicaments trouvés" data-outdated={isOutdated || undefined}>
      {medications.map((medication) => (
        <li key={medication._id} className={styles.result}>
          <span className={styles.name}>
            <span className={styles.label}>{medication.label}</span>
            <span className={styles.detail}>{detailOf(medication)}</span>
          </span>
          <span className={styles.price}>{formatMoney(medication.price)}</span>
          {medication.requiresPrescription && !allPrescribed ? (
            <span className={styles.detail}>Sur ordonnance</span>
          ) : (
            actionOf(medication)
          )}
        </li>
      ))}
    </ul>
  );
}

/** Debounce, ms. */
const PAUSE_MS = 300;
/** The search param with the text. */
const PARAM = 'q';

type SearchProps = Actions & {
  /** The page that it is on. */
  path?: string;
};

/** The search for medicines, open to visitors. `actionOf` is what can be done with a medicine. */
export function PublicSearch({ path = '/medicaments', ...actions }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [, setSearch] = useSearchParams();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, PAUSE_MS);

  // The prerendered page has no search param; a text may have been typed in it before hydration.
  useEffect(() => {
    setText(field.current?.value || (new URLSearchParams(window.location.search).get(PARAM) ?? ''));
  }, []);
  // So that a reload and Back find the same search.
  const written = useRef(q);
  useEffect(() => {
    const inUrl = new URLSearchParams(window.location.search).get(PARAM) ?? '';
    // Another navigation is not undone.
    if (written.current !== q && q !== inUrl)
      setSearch(q === '' ? {} : { [PARAM]: q }, { replace: true, preventScrollReset: true });
    written.current = q;
  }, [q, setSearch]);

  return (
    <>
      {/* Before hydration, Enter loads the same page with the text. */}
      <form action={path} onSubmit={(event) => event.preventDefault()}>
        <TextInput
          ref={field}
          name={PARAM}
          type="search"
          label="Nom du médicament"
          description="Sa marque ou sa substance, 2 lettres au moins."
          placeholder="Paracétamol"
          size="md"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </form>
      <Found q={q} isTyping={text !== q} {...actions} />
    </>
  );
}

type FoundProps = {
  q: string;
  /** The text has changed since this search. */
  isTyping: boolean;
} & Actions;

function Found({ q, isTyping, ...actions }: FoundProps) {
  const online = useOnline();
  const text = searchText(q).slice(0, SEARCH_MAX);
  const isLongEnough = canSearch(q);
  const found = useQuery({
    queryKey: keys.medications.of('public', text),
    queryFn: ({ signal }) =>
      call(medicationEndpoints.searchPublicMedications, { query: { q: text } }, { signal }),
    enabled: isLongEnough,
    placeholderData: (previous) => previous,
  });
  if (!isLongEnough) return null;
  const medications = found.data?.medications;
  const isOutdated = isTyping || found.isPlaceholderData;
  if (!isOutdated && (found.failureReason !== null || (!online && medications === undefined)))
    return (
      <ErrorState
        message={messageOf(found.failureReason, 'Erreur de recherche des médicaments')}
        onRetry={() => void found.refetch()}
      />
    );
  if (medications === undefined) return <ListSkeleton rows={3} height={76} />;
  return (
    <div>
      <Text role="status" size="sm" c="dimmed" my={4}>
        {isOutdated ? 'Recherche…' : describe(medications.length)}
      </Text>
      <PublicResults medications={medications} isOutdated={isOutdated} {...actions} />
    </div>
  );
}

const describe = (count: number) =>
  count === 0
    ? 'Nous n’avons pas trouvé ce médicament. Vérifiez son nom, ou cherchez sa substance.'
    : countOf(count, 'résultat');
