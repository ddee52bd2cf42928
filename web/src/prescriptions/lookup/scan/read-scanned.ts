import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';

/** 8 digits that are not part of a longer number, with or without the prefix. */
const NUMBER = /(?<!\d)(?:ORD[\s-]*)?\d{8}(?!\d)/i;

/** The prescription number in the text of a QR code (alone, or in a URL); null if there is none. */
export function readScanned(text: string): string | null {
  const [found] = NUMBER.exec(text) ?? [];
  return found === undefined ? null : readPrescriptionNumber(found);
}
