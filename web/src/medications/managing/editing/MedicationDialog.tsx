import type { Medication } from '@amasin/domain/medications/medication.ts';
import { useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../../lib/api/keys.ts';
import { toast } from '../../../lib/toast/toast.tsx';
import { ResponsiveDialog } from '../../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../../ui/dialog/use-dialog-address.ts';
import { useListed } from '../../../ui/dialog/use-listed.ts';
import { LazyPart } from '../../../ui/loading/LazyPart.tsx';
import { EDIT, NEW } from '../dialog-names.ts';

const loadForm = () => import('./MedicationForm.tsx').then((module) => module.default);

/** Adds a medicine or changes one. */
export function MedicationDialog({ known }: { known: readonly Medication[] | undefined }) {
  const { value, close } = useDialogAddress(EDIT);
  const queries = useQueryClient();
  const isNew = value === NEW;
  const listed = useListed(isNew ? null : value, known, close);
  const medication = isNew ? null : listed;

  const onSaved = () => {
    close();
    void invalidate(queries, 'medications');
    toast.success(isNew ? 'Médicament ajouté' : 'Médicament modifié');
  };
  return (
    <ResponsiveDialog
      opened={value !== null && medication !== undefined}
      onClose={close}
      title={isNew ? 'Nouveau médicament' : 'Modifier le médicament'}
      hasForm
    >
      {medication === undefined ? null : (
        <LazyPart
          key={value}
          load={loadForm}
          props={{ medication, onSaved, onRefused: () => void invalidate(queries, 'medications') }}
          height={420}
        />
      )}
    </ResponsiveDialog>
  );
}
