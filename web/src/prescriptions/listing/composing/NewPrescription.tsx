import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useState } from 'react';
import { toast } from '../../../lib/toast/toast.tsx';
import { ComposingForm, Prescriber, Resumed, type Slots } from './ComposingForm.tsx';
import { bodyOf, newDraft, type Patient } from './draft/draft.ts';
import { sendNew, storeAttempt } from './draft/send-new.ts';
import { type FetchCurrent, useComposing } from './use-composing.ts';

type Props = Slots & {
  user: User;
  /** Filled in at first. */
  patient: Patient | null;
  fetchCurrent: FetchCurrent;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

export function NewPrescription({ user, patient, fetchCurrent, onCreated, onClose, ...slots }: Props) {
  const [first] = useState(() => newDraft(patient));
  const composing = useComposing({
    personId: user._id,
    name: patient === null ? 'prescription-draft' : `prescription-draft:${patient.draft}`,
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
        verb="Créer"
        onCancel={onClose}
      />
    </>
  );
}
