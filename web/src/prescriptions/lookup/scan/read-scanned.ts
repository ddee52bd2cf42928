import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';

/** A number of 8 digits that is no part of a longer one, with or without its prefix. */
const NUMBER = /(?<!\d)(?:ORD[\s-]*)?\d{8}(?!\d)/i;

/** The prescription's number in the text of a QR code (bare, or within an address); null where there is none. */
export function readScanned(text: string): string | null {
  const [found] = NUMBER.exec(text) ?? [];
  return found === undefined ? null : readPrescriptionNumber(found);
}
