import { formatDateTime, formatDay } from '@amasin/domain/contract/format.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { describeGiving } from '@amasin/domain/prescriptions/giving-words.ts';
import { PRICE_VALIDITY_DAYS } from '@amasin/domain/prescriptions/prescription.ts';
import { titledName } from '@amasin/domain/users/partner-title.ts';
import { formatPhone } from '@amasin/domain/users/phone-number.ts';
import encodeQR from 'qr';
import type { Database } from '../database/database.ts';
import { drawPdfOnce } from '../pdf/draw.ts';
import { type Content, head, medicines, type PrintedItem, type Sheet, table, text } from '../pdf/sheet.ts';
import { findUser } from '../people/queries.ts';
import { customerOf, hidesPhone, isVerified } from './present.ts';
import { findAuthorTitle, findPrescriptionFor } from './queries.ts';

/** Draws the PDF behind a link to `prescription:<id>`, for the user it was signed for; null when they no longer see it. */
export async function openPrintedPrescription(db: Database, id: string, readerId: string) {
  const user = await findUser(db, readerId);
  const reader = user && { _id: user.id, type: user.type };
  const view = reader && (await findPrescriptionFor(db, reader, id));
  if (!view) return null;
  const { prescription: row, author, items } = view;
  const isPhoneHidden = hidesPhone(view, reader);
  const title = await findAuthorTitle(db, id);
  const paper = paperOf({
    number: row.number,
    createdAt: row.createdAt,
    pricesUntil: new Date(row.pricedAt.getTime() + PRICE_VALIDITY_DAYS * DAY_MS),
    prescriber: {
      name: titledName(author.name, title),
      phone: author.phone,
      ...(!isVerified(author) && { warning: 'Prescripteur non vérifié' }),
    },
    patient: { name: row.patientName, phone: isPhoneHidden ? null : row.patientPhone },
    items: items.map((item) => ({ ...item, giving: describeGiving(item) })),
  });
  const bytes = await drawPdfOnce(paper);
  return {
    bytes,
    size: bytes.length,
    contentType: 'application/pdf',
    fileName: `${row.number}.pdf`,
    about: { kind: 'prescription' as const, id, customerId: customerOf(view), authorId: row.authorId },
  };
}

interface Person {
  readonly name: string;
  readonly phone: string | null;
  /** For example « Prescripteur non vérifié ». */
  readonly warning?: string;
}

interface PrintedPrescription {
  readonly number: string;
  readonly createdAt: Date;
  /** The prices expire then (rule 2). */
  readonly pricesUntil: Date;
  readonly prescriber: Person;
  readonly patient: Person;
  readonly items: readonly PrintedItem[];
}

/** Lays out the paper: the number as text and as a QR code, the people, the medicines. */
function paperOf({ number, createdAt, pricesUntil, prescriber, patient, items }: PrintedPrescription): Sheet {
  const note = `Sans la livraison ni la commission. Prix valables jusqu’au ${formatDay(pricesUntil)}.`;
  return {
    title: `Ordonnance ${number}`,
    at: createdAt,
    size: 'A5',
    foot: [`${number} · page `, ' sur '],
    content: [
      head('Ordonnance', formatDateTime(createdAt)),
      { ...numberBox(number), margin: [0, 14] },
      {
        columns: [person('Prescripteur', prescriber), person('Patient', patient)],
        columnGap: 16,
        margin: [0, 0, 0, 16],
      },
      ...medicines(items),
      text('dimmed', note),
    ],
  };
}

function numberBox(number: string) {
  const how =
    'Pour commander : scannez ce code, ou tapez ce numéro sur Amasin. Il sert jusqu’à ce que tout soit pris.';
  const words = [text('dimmed', 'Numéro d’ordonnance'), text('number', number), text('small', how)];
  // 92 points: large enough for a phone at arm's length.
  const code: Content = { svg: qrCodeOf(number), width: 92, fillColor: '#e9f7f1' };
  return table('box', ['*', 92], [[{ style: 'box', stack: words }, code]]);
}

/** The QR code of the number as an SVG, on white, with its border. */
export const qrCodeOf = (number: string): string =>
  encodeQR(number, 'svg', { ecc: 'medium', border: 2 }).replace(
    '<path',
    '<path fill="#ffffff" d="M0 0h999v999H0Z"/><path',
  );

const person = (part: string, { name, phone, warning }: Person): Content => ({
  stack: [
    text('dimmed', part),
    text('name', name),
    ...(phone === null ? [] : [formatPhone(phone)]),
    ...(warning === undefined ? [] : [table('label', [125], [[text('warning', warning)]])]),
  ],
});
