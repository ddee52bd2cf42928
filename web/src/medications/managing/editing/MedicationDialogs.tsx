import type { Medication } from '@amasin/domain/medications/medication.ts';
import { DeleteMedication } from './DeleteMedication.tsx';
import { MedicationDialog } from './MedicationDialog.tsx';

/** What opens over the list of medicines, which knows these. */
export default function MedicationDialogs({ known }: { known: readonly Medication[] | undefined }) {
  return (
    <>
      <MedicationDialog known={known} />
      <DeleteMedication known={known} />
    </>
  );
}
