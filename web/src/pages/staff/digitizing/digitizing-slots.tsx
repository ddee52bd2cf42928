import type { DigitizingSlots } from '../../../orders/digitizing/slots.ts';
import { LazyComponent } from '../../../ui/loading/LazyComponent.tsx';

const loadFileLink = () => import('../../../files/FileLink.tsx').then((module) => module.FileLink);
const loadFileView = () => import('../../../files/FileView.tsx').then((module) => module.FileView);
const loadForm = () => import('./DigitizingForm.tsx').then((module) => module.default);

/** Components of `files`, `medications` and `prescriptions` for digitizing an order. */
export const digitizingSlots: DigitizingSlots = {
  fileView: (file) => <LazyComponent load={loadFileView} props={file} height={360} />,
  fileLink: (file) => <LazyComponent load={loadFileLink} props={file} height={44} />,
  writing: (form) => <LazyComponent load={loadForm} props={form} rows={3} height={64} />,
};
