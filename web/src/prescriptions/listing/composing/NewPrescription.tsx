import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useState } from 'react';
import { toast } from '../../../lib/toast.tsx';
import { ComposingForm, Prescriber, Resumed, type Slots } from './ComposingForm.tsx';
import { bodyOf, type Draft } from './draft/draft.ts';
import { sendNew, storeAttempt } from './draft/send-new.ts';
import { KnownPatients } from './KnownPatients.tsx';
import { type FetchCurrent, useComposing } from './use-composing.ts';

type Props = Slots & {
  user: User;
  /** Distinguishes its stored draft from those of other forms; null for an empty form. */
  name: string | null;
  first: Draft;
  fetchCurrent: FetchCurrent;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

export function NewPrescription({ user, name, fetchCurrent, onCreated, onClose, ...props }: Props) {
  const { first: given, ...slots } = props;
  const [first] = useState(given);
  const composing = useComposing({
    personId: user._id,
    name: name === null ? 'prescription-draft' : `prescription-draft:${name}`,
    first,
    send: (draft) => sendNew(user._id, bodyOf(draft)),
    fallback: 'Erreur création ordonnance',
    fetchCurrent,
    onSent: (prescription) => {
      toast.success('Ordonnance créée');
      onCreated(prescription);
    },
  });
  const reset = () => {
    storeAttempt(user._id, null);
    composing.reset();
  };
  return (
    <>
      {composing.resumed ? <Resumed onReset={reset} /> : null}
      <ComposingForm
        {...slots}
        composing={composing}
        prescriber={<Prescriber user={user} />}
        knownPatients={
          <KnownPatients
            phone={composing.draft.patientPhone}
            name={composing.draft.patientName}
            onPick={(patientName) => composing.change('patientName', { patientName })}
          />
        }
        verb="Créer"
        onCancel={onClose}
      />
    </>
  );
}
