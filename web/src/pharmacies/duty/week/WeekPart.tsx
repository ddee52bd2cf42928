import { tonight } from '@amasin/domain/pharmacies/duty-night.ts';
import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { useState } from 'react';
import { QueryState } from '../../../ui/feedback.tsx';
import { SearchField } from '../../../ui/filters.tsx';
import { useDirectory } from '../api.ts';
import styles from '../duty.module.css';
import { WeekTable } from './WeekTable.tsx';
import { type DutyPharmacy, pharmaciesOf } from './week.ts';

type Props = {
  from: string;
  /** Of this week and the week before. */
  shifts: readonly DutyShift[];
  now: Date;
  onRemove: (shift: DutyShift) => void;
};

/** The pharmacies on duty this week or the week before, or those of the directory that were searched. */
export function WeekPart({ from, shifts, now, onRemove }: Props) {
  const [q, setQ] = useState('');
  // A pharmacy whose last shift was just removed keeps its row.
  const [changed, setChanged] = useState<readonly DutyPharmacy[]>([]);
  const directory = useDirectory(q);
  const found = q === '' ? pharmaciesOf(shifts, changed) : directory.data?.pharmacies;
  return (
    <>
      <SearchField
        label="Chercher une pharmacie à mettre de garde"
        placeholder="Ajouter une pharmacie : nom ou quartier"
        value={q}
        onSearch={(text) => setQ(text.trim())}
      />
      {found === undefined ? (
        <QueryState
          query={directory}
          message="Erreur lors de la recherche des pharmacies"
          rows={3}
          height={48}
        />
      ) : found.length === 0 ? (
        <p className={styles.hint} role="status">
          {q === ''
            ? 'Personne n’est de garde cette semaine, ni la précédente. Cherchez une pharmacie pour commencer.'
            : 'Aucune pharmacie de ce nom. Essayez avec moins de lettres.'}
        </p>
      ) : (
        <>
          <WeekTable
            from={from}
            pharmacies={found}
            shifts={shifts}
            tonight={tonight(now)}
            now={now}
            onChange={(pharmacy) => setChanged((before) => [...before, pharmacy])}
            onRemove={onRemove}
          />
          <p className={styles.hint}>
            Une nuit de garde va de 22 h à 8 h. Touchez une case pour mettre une garde ou la retirer.
          </p>
        </>
      )}
    </>
  );
}
