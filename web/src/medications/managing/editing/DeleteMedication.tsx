import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { useDialogAddress } from '../../../ui/dialog/use-dialog-address.ts';
import { useListed } from '../../../ui/dialog/use-listed.ts';
import { useDeleteMedication } from '../api.ts';
import { DELETE } from '../dialog-names.ts';

/** Asks before it takes a medicine out of the catalogue. */
export function DeleteMedication({ known }: { known: readonly Medication[] | undefined }) {
  const { value, close } = useDialogAddress(DELETE);
  const deleting = useDeleteMedication(close);
  const medication = useListed(value, known, close);
  return (
    <ConfirmDialog
      opened={value !== null && medication !== undefined}
      onClose={close}
      question={`Supprimer ${medication?.label ?? 'ce médicament'} ?`}
      confirmLabel="Supprimer"
      onConfirm={() => {
        if (value !== null) deleting.mutate(value);
      }}
      pending={deleting.isPending}
      danger
    >
      {medication === undefined ? null : (
        <>{medicationFormLabels[medication.form]}. Les commandes et les ordonnances déjà faites le gardent.</>
      )}
    </ConfirmDialog>
  );
}
