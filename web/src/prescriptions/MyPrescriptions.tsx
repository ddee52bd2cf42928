import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EarningFigures } from '../benefits/EarningFigures.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { ListAction } from '../ui/filters.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { ComposingDialog } from './ComposingDialog.tsx';
import { type Patient, reuseOf } from './draft.ts';
import { PrescriptionDialog } from './PrescriptionDialog.tsx';
import { OPENED, PrescriptionList } from './PrescriptionList.tsx';

/** Search param of the form. */
export const WRITE = 'write';

/** The prescriptions of a prescriber, and what they earned. */
export function MyPrescriptions({ user, onWrite }: { user: User; onWrite: () => void }) {
  return (
    <PrescriptionList
      scope="mine"
      owner={titledName(user.name, user.titrePartenaire)}
      action={<ListAction label="Nouvelle ordonnance" isMain onClick={onWrite} />}
      figures={(counts) => <EarningFigures doctorId={user._id} counts={counts} />}
      empty={
        <EmptyState
          title="Vous n’avez pas encore d’ordonnance"
          pictogram="phone"
          action={
            <Button variant="light" onClick={onWrite}>
              Nouvelle ordonnance
            </Button>
          }
        >
          Écrivez-la ici : votre patient commande avec son numéro.
        </EmptyState>
      }
    />
  );
}

type DialogsProps = {
  user: User;
  /** The patient of a new prescription, as in `ComposingDialog`. */
  patient: Patient | null | undefined;
  /** Renders a button below the number of an unused prescription. */
  give?: ((prescription: Prescription) => ReactNode) | undefined;
};

/** The prescription in the URL and the form, above any panel of the prescriber. */
export function MyPrescriptionDialogs({ user, patient, give }: DialogsProps) {
  const writing = useDialogUrl(WRITE);

  return (
    <>
      <PrescriptionDialog
        scope="mine"
        hidden={writing.opened}
        give={give}
        onEdit={writing.open}
        onReuse={(how, number) => writing.swap({ [WRITE]: reuseOf(how, number) })}
      />
      <ComposingDialog
        user={user}
        patient={patient}
        target={writing.value}
        onCreated={({ prescriptionNumber }) => writing.replaceBy(OPENED, prescriptionNumber)}
        onClose={writing.close}
      />
    </>
  );
}
