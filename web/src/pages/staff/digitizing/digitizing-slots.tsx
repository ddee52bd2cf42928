import { FileLink, FileView } from '../../../files/FileLink.tsx';
import type { DigitizingSlots } from '../../../orders/digitizing/slots.ts';
import { DigitizingForm } from './DigitizingForm.tsx';

/** Components of `files`, `medications` and `prescriptions` for digitizing an order. */
export const digitizingSlots: DigitizingSlots = {
  fileView: (file) => <FileView {...file} />,
  fileLink: (file) => <FileLink {...file} />,
  writing: (form) => <DigitizingForm {...form} />,
};
