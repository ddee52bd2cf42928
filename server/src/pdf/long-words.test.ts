import { printable } from '@amasin/domain/prescriptions/printable.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAddress } from '../builders/address.ts';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildConsultation } from '../builders/consultation.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { readTexts } from './read-pages.fixture.ts';

let t: TestApp;
let count = 0;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const texts: readonly (readonly [name: string, text: string, printed?: string])[] = [
  ['a word of 31 letters', 'Kɔɛŋbhqwz'.padEnd(31, 'q')],
  ['a word of 44 letters', 'Kɔɛŋbhqwz'.padEnd(44, 'q')],
  ['a word of 110 letters', 'Kɔɛŋbhqwz'.padEnd(110, 'q')],
  ['120 wide letters', 'W'.repeat(120)],
  ['40 wide letters', 'W'.repeat(40)],
  ['15 wide letters', 'W'.repeat(15)],
  ['120 narrow letters', 'j'.repeat(120)],
  ['120 Chinese letters', '医'.repeat(120)],
  ['full-width letters', 'Ｗ'.repeat(100), 'W'.repeat(100)],
  ['letters of two code units', '𝐖'.repeat(60), 'W'.repeat(60)],
  ['units in one sign', '㎎'.repeat(60), 'mg'.repeat(60)],
  ['signs that the font lacks', '〒'.repeat(100)],
  ['letters with accents', 'q\u0301\u0323'.repeat(40)],
  ['emoji', '👩🏽‍⚕️😀'.repeat(13)],
  ['a Hebrew word', 'שלום'.repeat(30)],
  ['Hebrew words', 'שלום רב '.repeat(15).trim()],
  ['an Arabic word', 'محمد'.repeat(30)],
  ['Arabic and Latin', 'محمد علي Dossou '.repeat(7).trim()],
  ['dashes and dots', '-.'.repeat(60)],
];

/** With what the sheets have of a text, as far as a test knows their font. */
const cases = texts.map(
  ([name, text, printed]) => [name, text, printed ?? printable(text.replaceAll('〒', '医'))] as const,
);

function countLetters(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const letter of text.normalize('NFKD').replace(/[\s\u200b\u2010]/g, ''))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

/** Whether a paper has a text this many times, letter by letter, and nothing over its edge. */
function expectPrinted(pages: Awaited<ReturnType<typeof readTexts>>, text: string, times: number): void {
  const all = countLetters(
    pages
      .flat()
      .map((one) => one.text)
      .join(''),
  );
  for (const [letter, count] of countLetters(text))
    expect([letter, all.get(letter) ?? 0]).toEqual([letter, expect.toSatisfy((n) => n >= count * times)]);
  const visible = pages.flat().filter((one) => one.text.trim() !== '');
  const over = visible.filter(
    ({ left, right, below, above }) => left < 0.05 || right > 0.951 || below < 0.01 || above > 0.99,
  );
  expect(over).toEqual([]);
}

/** No two medicines or zones have the same name. */
function nameOf(text: string): string {
  count += 1;
  return `${count} ${text}`;
}
const buildMedicine = (text: string) => buildMedication(t.db, { label: nameOf(text) });

async function openLink(who: Visitor, path: string) {
  const { body } = await t.call(who, 'POST', path);
  return readTexts((await t.app.inject({ url: body.url })).rawPayload);
}

async function download(who: Visitor, path: string) {
  const headers = { authorization: `Bearer ${who.token}` };
  return readTexts((await t.app.inject({ url: `/api${path}`, headers })).rawPayload);
}

const papers: readonly (readonly [
  name: string,
  times: number,
  print: (text: string) => ReturnType<typeof readTexts>,
])[] = [
  [
    'a prescription',
    4,
    async (text) => {
      const doctor = await t.signIn('partnerDoctor', { name: text, verified: false });
      const medication = await buildMedicine(text);
      const items = [{ medication, quantity: 999, posology: text, duration: null }];
      const { id } = await buildPrescription(t.db, { authorId: doctor.row.id, patientName: text, items });
      return openLink(doctor, `/prescriptions/${id}/print`);
    },
  ],
  [
    'a receipt',
    5,
    async (text) => {
      const customer = await t.signIn('customer', { name: text });
      const pharmacy = await t.signIn('pharmacy', { name: text, pharmacist: text });
      const { id } = await buildOrder(t.db, {
        state: 'delivered',
        customerId: customer.row.id,
        pharmacyId: pharmacy.row.id,
        items: [{ medication: await buildMedicine(text), quantity: 99 }],
        zone: await buildZone(t.db, { label: nameOf(text) }),
      });
      return openLink(customer, `/orders/${id}/receipt`);
    },
  ],
  [
    'a statement',
    1,
    async (text) => download(await t.signIn('partnerDoctor', { name: text }), '/statements/2026-11/pdf'),
  ],
  [
    'the export of one’s data',
    8,
    async (text) => {
      const customer = await t.signIn('customer', { name: text, address: text });
      const { id } = customer.row;
      await buildAddress(t.db, { ownerId: id, address: text });
      await buildOrder(t.db, { customerId: id, address: text });
      await buildConsultation(t.db, {
        status: 'active',
        patientId: id,
        patientName: text,
        initialMessage: text,
        messages: [{ by: 'patient', content: text }],
      });
      return download(customer, '/users/me/export/pdf');
    },
  ],
];

describe.each(papers)('%s', (_, times, print) => {
  it.each(cases)('has each letter of %s within its edges', async (_name, text, printed) => {
    expectPrinted(await print(text), printed, times);
  });
});
