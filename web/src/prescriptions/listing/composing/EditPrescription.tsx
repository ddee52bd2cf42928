import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../../lib/toast.tsx';
import { EmptyState, QueryState } from '../../../ui/feedback.tsx';
import { usePrescription } from '../api.ts';
import { ComposingForm, Prescriber, Resumed, type Slots } from './ComposingForm.tsx';
import { changedParts, draftOf } from './draft/draft.ts';
import { update } from './draft/send-new.ts';
import { type FetchCurrent, useComposing } from './use-composing.ts';

type Props = Slots & { number: string; user: User; fetchCurrent: FetchCurrent; onClose: () => void };

/** Edits an unused prescription. */
export function EditPrescription({ number, ...props }: Props) {
  const query = usePrescription('mine', number);
  const { data: prescription } = query;
  if (prescription === undefined) return <QueryState query={query} rows={4} height={64} />;
  if (prescription === null || prescription.used)
    return (
      <EmptyState
        title={prescription === null ? 'Ordonnance introuvable' : 'Cette ordonnance a déjà été utilisée'}
        action={
          <Button variant="default" onClick={props.onClose}>
            Fermer
          </Button>
        }
      >
        {prescription === null ? 'Elle n’existe pas, ou elle a été supprimée.' : 'Elle ne change plus.'}
      </EmptyState>
    );
  return <EditForm {...props} prescription={prescription} />;
}

type FormProps = Omit<Props, 'number'> & { prescription: Prescription };

function EditForm({ prescription, user, fetchCurrent, onClose, ...slots }: FormProps) {
  // The state when the form was opened: a refetch must not overwrite typed values.
  const [first] = useState(() => draftOf(prescription));
  const composing = useComposing({
    personId: user._id,
    name: `prescription-draft:${prescription.prescriptionNumber}`,
    first,
    send: (draft) => update(prescription._id, changedParts(draft, first)),
    fallback: "Erreur lors de l'enregistrement",
    fetchCurrent,
    onSent: () => {
      toast.success('Ordonnance enregistrée');
      onClose();
    },
  });
  return (
    <>
      {composing.resumed ? <Resumed onReset={composing.reset} /> : null}
      <ComposingForm
        {...slots}
        composing={composing}
        prescriber={<Prescriber user={user} />}
        verb="Enregistrer"
        onCancel={onClose}
      />
    </>
  );
}
