import type { Zone } from '@amasin/domain/zones/zone.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { countOf } from '../../../lib/format.ts';
import type { Draft } from '../draft/draft.ts';
import type { StepKey } from '../steps.ts';
import styles from './summary.module.css';

type Prescribed = { medicationId: string; label: string; quantity: number; typed?: string };

type Props = {
  draft: Draft;
  zone: Zone | null;
  /** The medicines of a code that was found. */
  prescribed: readonly Prescribed[];
  /** Opens the step of a value. */
  onChange: (step: StepKey) => void;
};

/** Repeats the values of the other steps on a phone; hidden on a wide screen, where they are visible. */
export function CheckList({ draft, zone, prescribed, onChange }: Props) {
  return (
    <div className={styles.checks}>
      <Check title={titleOf(draft, prescribed)} onChange={() => onChange('medicaments')}>
        {draft.way === 'photo' ? (
          <span className={styles.checkLine}>
            {draft.fileKey === null ? 'Aucun fichier joint' : 'Fichier joint'}
          </span>
        ) : null}
        {linesOf(draft, prescribed).map(({ medicationId, label, quantity, typed }) => (
          <span key={medicationId} className={styles.checkLine}>
            {`${typed ?? quantity} × ${label}`}
          </span>
        ))}
      </Check>
      <Check title="Livraison" onChange={() => onChange('livraison')}>
        <span className={styles.checkLine}>
          {zone === null
            ? 'Choisissez votre quartier'
            : [draft.sector, zone.label].filter(Boolean).join(', ')}
        </span>
        <span className={styles.checkAddress}>{draft.address}</span>
      </Check>
    </div>
  );
}

const linesOf = (draft: Draft, prescribed: Props['prescribed']): Props['prescribed'] =>
  draft.way === 'without' ? draft.lines : draft.way === 'code' ? prescribed : [];

function titleOf(draft: Draft, prescribed: Props['prescribed']): string {
  if (draft.way === 'photo') return 'Ordonnance photographiée';
  if (draft.way === 'code' && prescribed.length === 0) return 'Code d’ordonnance';
  return countOf(linesOf(draft, prescribed).length, 'médicament');
}

function Check({ title, onChange, children }: { title: string; onChange: () => void; children: ReactNode }) {
  return (
    <div className={styles.check}>
      <div className={styles.checkText}>
        <strong>{title}</strong>
        {children}
      </div>
      <Button variant="subtle" onClick={onChange} aria-label={`Modifier : ${title}`}>
        Modifier
      </Button>
    </div>
  );
}
