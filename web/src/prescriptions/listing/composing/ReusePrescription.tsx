import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../lib/keys.ts';
import { EmptyState, QueryState } from '../../../ui/feedback.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { usePrescription } from '../api.ts';
import type { Slots } from './ComposingForm.tsx';
import styles from './composing.module.css';
import { draftOf, reusedDraft } from './draft/draft.ts';
import { NewPrescription } from './NewPrescription.tsx';
import { type Reuse, reuseOf } from './target.ts';
import type { FetchCurrent } from './use-composing.ts';

type Props = Slots & {
  how: Reuse;
  number: string;
  user: User;
  fetchCurrent: FetchCurrent;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

/** A new prescription with the lines of an earlier one, at today's prices. Nothing is stored before it is sent. */
export function ReusePrescription({ how, number, ...props }: Props) {
  const { fetchCurrent, onClose } = props;
  const query = usePrescription('mine', number);
  const source = query.data;
  const current = useQuery({
    queryKey: keys.medications.current(number),
    queryFn: () => fetchCurrent(source ? draftOf(source).lines : []),
    enabled: Boolean(source),
    gcTime: 0,
  });
  if (source === null)
    return (
      <EmptyState
        title="Ordonnance introuvable"
        action={
          <Button variant="default" onClick={onClose}>
            Fermer
          </Button>
        }
      >
        Elle n’existe pas, ou elle a été supprimée.
      </EmptyState>
    );
  if (source === undefined) return <QueryState query={query} rows={4} height={64} />;
  if (current.data === undefined) return <QueryState query={current} rows={4} height={64} />;
  const first = reusedDraft(source, how, current.data);
  const kept = new Set(first.lines.map(({ medicationId }) => medicationId));
  const left = source.items.filter(({ medicationId }) => !kept.has(medicationId));
  return (
    <>
      {left.length === 0 ? null : (
        <div className={styles.resumed}>
          <Notice
            tone="amber"
            icon={IconAlertTriangle}
            title={`Plus en vente : ${left.map(({ label }) => label).join(', ')}`}
          >
            {left.length === 1 ? 'Cette ligne n’est pas reprise.' : 'Ces lignes ne sont pas reprises.'}
          </Notice>
        </div>
      )}
      <NewPrescription {...props} name={reuseOf(how, number)} first={first} />
    </>
  );
}
