import { lazy, Suspense } from 'react';
import { FileLink } from '../../../files/FileLink.tsx';
import { FileView } from '../../../files/FileView.tsx';
import type { TreatmentSlots } from '../../../orders/treating/slots.ts';
import { ListSkeleton } from '../../../ui/feedback/ListSkeleton.tsx';

const TreatmentForm = lazy(() => import('./TreatmentForm.tsx'));

/** What reading a prescription needs of files, medicines and prescriptions, for those who treat orders. */
export const treatmentSlots: TreatmentSlots = {
  fileView: (file) => <FileView {...file} />,
  fileLink: (file) => <FileLink {...file} />,
  writing: (form) => (
    <Suspense fallback={<ListSkeleton rows={3} height={64} />}>
      <TreatmentForm {...form} />
    </Suspense>
  ),
};
