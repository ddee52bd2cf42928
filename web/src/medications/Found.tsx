import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { countOf, quoted } from '../lib/format.ts';
import { useOnline } from '../lib/use-online.ts';
import { useMedicationSearch } from './api.ts';
import styles from './MedicineSearch.module.css';
import { SearchResults } from './SearchResults.tsx';

/** Only longer names can be added to the catalogue. */
const MIN_NEW_NAME = 3;

type Props = {
  q: string;
  /** The text has changed since this search. */
  isTyping: boolean;
  onPick: (medication: Medication) => void;
  onAdd: (name: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The results of a search, its error, or a button to add the medicine. */
export function Found({ q, isTyping, onPick, onAdd, onKeyDown }: Props) {
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
