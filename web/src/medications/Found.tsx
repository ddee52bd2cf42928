import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { messageOf } from '../lib/api/api-error.ts';
import { countOf } from '../lib/format/money.ts';
import { quoted } from '../lib/format/text.ts';
import { useOnline } from '../ui/connection/use-online.ts';
import { useMedicationSearch } from './api.ts';
import styles from './MedicineSearch.module.css';
import { SearchResults } from './SearchResults.tsx';

/** A name that is longer than that is worth adding to the catalogue (SPEC 9). */
const WORTH_ADDING = 3;

type Props = {
  asked: string;
  /** Something else has been typed meanwhile. */
  isBehind: boolean;
  onPick: (medication: Medication) => void;
  onAdd: (name: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** What the catalogue answers: suggestions, why there are none, or that one can be added. */
export function Found({ asked, isBehind, onPick, onAdd, onKeyDown }: Props) {
  const online = useOnline();
  const found = useMedicationSearch(asked);
  const outdated = isBehind || found.isPlaceholderData;
  const medications = found.data ?? [];
  const name = asked.trim();

  if (medications.length > 0)
    return (
      <>
        <p className={styles.hint} role="status">
          {outdated ? 'Recherche…' : countOf(medications.length, 'résultat')}
        </p>
        <SearchResults medications={medications} outdated={outdated} onPick={onPick} onKeyDown={onKeyDown} />
      </>
    );
  if (!isBehind && (found.isError || (!online && found.data === undefined)))
    return (
      <div className={styles.nothing} role="alert">
        <span>{messageOf(found.error, 'Erreur recherche médicaments')}</span>
        <Button variant="light" onClick={() => void found.refetch()} loading={found.isFetching}>
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
      {name.length > WORTH_ADDING ? (
        <Button
          variant="light"
          className={styles.offer}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => onAdd(name)}
        >
          Ajouter {quoted(name)} au catalogue
        </Button>
      ) : null}
    </div>
  );
}
