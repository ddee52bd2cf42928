import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { toast } from '../../../lib/toast/toast.tsx';
import { ComposingForm, type Slots } from './ComposingForm.tsx';
import { keepAttempt } from './draft/attempt.ts';
import { bodyOf, emptyDraft } from './draft/draft.ts';
import { sendNew } from './draft/send-new.ts';
import { Prescriber } from './Prescriber.tsx';
import { Resumed } from './Resumed.tsx';
import { type FindAgain, useComposing } from './use-composing.ts';

type Props = Slots & {
  user: User;
  findAgain: FindAgain;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

export function NewPrescription({ user, findAgain, onCreated, onClose, ...slots }: Props) {
  const composing = useComposing({
    personId: user._id,
    name: 'prescription-draft',
    first: emptyDraft,
    send: (draft) => sendNew(user._id, bodyOf(draft)),
    fallback: 'Erreur création ordonnance',
    findAgain,
    onSent: (prescription) => {
      toast.success('Ordonnance créée');
      onCreated(prescription);
    },
  });
  const reset = () => {
    keepAttempt(user._id, null);
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
