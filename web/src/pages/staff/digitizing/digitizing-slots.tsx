import { FileLink } from '../../../files/FileLink.tsx';
import { FileView } from '../../../files/FileView.tsx';
import type { DigitizingSlots } from '../../../orders/digitizing/slots.ts';
import { LazyComponent } from '../../../ui/loading/LazyComponent.tsx';

const loadForm = () => import('./DigitizingForm.tsx').then((module) => module.default);

/** Components of `files`, `medications` and `prescriptions` for digitizing an order. */
export const digitizingSlots: DigitizingSlots = {
  fileView: (file) => <FileView {...file} />,
  fileLink: (file) => <FileLink {...file} />,
  writing: (form) => <LazyComponent load={loadForm} props={form} rows={3} height={64} />,
};
