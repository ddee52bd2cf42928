import { FileLink } from '../../../files/FileLink.tsx';
import { FileView } from '../../../files/FileView.tsx';
import type { TreatmentSlots } from '../../../orders/treating/slots.ts';
import { LazyPart } from '../../../ui/loading/LazyPart.tsx';

const loadForm = () => import('./TreatmentForm.tsx').then((module) => module.default);

/** Parts of files, medicines and prescriptions that treating an order needs. */
export const treatmentSlots: TreatmentSlots = {
  fileView: (file) => <FileView {...file} />,
  fileLink: (file) => <FileLink {...file} />,
  writing: (form) => <LazyPart load={loadForm} props={form} rows={3} height={64} />,
};
