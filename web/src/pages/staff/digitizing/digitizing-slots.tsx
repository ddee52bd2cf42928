import { FileLink } from '../../../files/FileLink.tsx';
import { FileView } from '../../../files/FileView.tsx';
import type { DigitizingSlots } from '../../../orders/digitizing/slots.ts';
import { LazyPart } from '../../../ui/loading/LazyPart.tsx';

const loadForm = () => import('./DigitizingForm.tsx').then((module) => module.default);

/** Components of `files`, `medications` and `prescriptions` for digitizing an order. */
export const digitizingSlots: DigitizingSlots = {
  fileView: (file) => <FileView {...file} />,
  fileLink: (file) => <FileLink {...file} />,
  writing: (form) => <LazyPart load={loadForm} props={form} rows={3} height={64} />,
};
