import { EmptyState } from '../ui/feedback.tsx';
import { PrescriptionDialog } from './PrescriptionDialog.tsx';
import { PrescriptionList } from './PrescriptionList.tsx';

/** Every prescription, for the super administrator, who can print them, and delete unused ones. */
export function AllPrescriptions() {
  return (
    <>
      <PrescriptionList
        scope="all"
        empty={
          <EmptyState title="Aucune ordonnance pour l’instant">
            Celles des professionnels de santé et des pharmaciens arrivent ici d’elles-mêmes.
          </EmptyState>
        }
      />
      <PrescriptionDialog scope="all" />
    </>
  );
}
