import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { DeleteDialog, EditDialog } from '../../../ui/RowDialogs.tsx';
import { useDeleteMedication } from '../api.ts';
import { MedicationForm } from './MedicationForm.tsx';

/** The dialogs of the list. */
export function MedicationDialogs({ rows }: { rows: readonly Medication[] | undefined }) {
  return (
    <>
      <EditDialog
        kind="medication"
        resource="medications"
        rows={rows}
        adding={{ title: 'Nouveau médicament', done: 'Médicament ajouté' }}
        changing={{ title: 'Modifier le médicament', done: 'Médicament modifié' }}
      >
        {(medication, on) => <MedicationForm key={medication?._id} medication={medication} {...on} />}
      </EditDialog>
      <DeleteDialog
        rows={rows}
        useDelete={useDeleteMedication}
        question={(medication) => `Supprimer ${medication?.label ?? 'ce médicament'} ?`}
      >
        {({ form }) => (
          <>
            <span>{`${medicationFormLabels[form]}. Les commandes et les ordonnances déjà faites le gardent.`}</span>
          </>
        )}
      </DeleteDialog>
    </>
  );
}
