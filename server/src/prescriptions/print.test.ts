import { eq } from 'drizzle-orm';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { fileOpenings } from '../database/schema/files.ts';
import { orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { readPages } from '../pdf/read-pages.fixture.ts';
import { times } from '../testing/http.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { qrCodeOf } from './print.ts';

let server: TestApp;
let doctor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  doctor = await server.signIn('partnerDoctor', {
    name: 'Aïcha Kora',
    phone: '+2290197000042',
    verified: true,
  });
});
afterAll(() => server.close());

const written = (given: Parameters<typeof buildPrescription>[1] = {}) =>
  buildPrescription(server.db, { authorId: doctor.row.id, ...given });
const print = (visitor: Visitor | null, id: string) =>
  server.call(visitor, 'POST', `/prescriptions/${id}/print`);
const open = (url: string) => server.app.inject({ method: 'GET', url });
const openingsOf = (id: string) =>
  server.db
    .select()
    .from(fileOpenings)
    .where(eq(fileOpenings.object, `prescription:${id}`));

const readersOf = async (id: string) => new Set((await openingsOf(id)).map(({ userId }) => userId));

async function printed(visitor: Visitor, id: string) {
  const { body } = await print(visitor, id);
  const { statusCode, headers, rawPayload } = await open(body.url);
  expect(statusCode).toBe(200);
  return { headers, bytes: rawPayload, pages: await readPages(rawPayload) };
}

describe('the printed prescription', () => {
  it('is a PDF attachment named by its number', async () => {
    const { id, number } = await written();
    const { headers, bytes } = await printed(doctor, id);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${number}.pdf"`,
      'cache-control': 'private, no-store',
    });
  });

  it('has prescriber, patient, medicines, dates and prices, with the letters of Benin’s languages', async () => {
    const medicine = { label: 'Artéméther-luméfantrine 20/120 mg', form: 'syrup', price: 3200 } as const;
    const medication = await buildMedication(server.db, medicine);
    const instructions = { posology: '1 cuillère mesure matin, midi et soir', duration: '5 jours' };
    const { id, number } = await written({
      patientName: 'Ɖossou Kɔɛŋ',
      patientPhone: '+2290166554433',
      items: [{ medication, quantity: 4, ...instructions }],
      createdAt: new Date('2026-11-19T23:30:00Z'),
    });
    const { pages } = await printed(doctor, id);
    expect(pages).toHaveLength(1);
    for (const text of [
      number,
      'Docteur Aïcha Kora',
      '01 97 00 00 42',
      'Ɖossou Kɔɛŋ',
      '01 66 55 44 33',
      'Artéméther-luméfantrine',
      'Sirop',
      '1 cuillère mesure matin, midi et soir · 5 jours',
      '3 200 F',
      '12 800 F',
      // Benin is at UTC+1.
      '20 novembre 2026 à 00 h 30',
      'Prix valables jusqu’au 20 décembre 2026.',
    ])
      expect(pages[0]).toContain(text);
    expect(pages[0]).not.toContain('non vérifié');
    const { pages: without } = await printed(doctor, (await written()).id);
    expect(without[0]).not.toContain('·');
  });

  it('prints a name in Arabic, and says where a name has signs that it lacks', async () => {
    const arabic = await printed(doctor, (await written({ patientName: 'محمد' })).id);
    expect(arabic.pages[0]).toContain('محمد');
    const chinese = await printed(doctor, (await written({ patientName: 'Wang 王小明' })).id);
    expect(chinese.pages[0]).toContain('Wang ▯▯▯ (▯ : signe non imprimé, à lire à l’écran)');
  });

  it('has no price of 0: a price that is being checked is said, and the total is of the others', async () => {
    const unchecked = { price: 0, awaitsReview: true, reviewed: false };
    const waiting = await buildMedication(server.db, { label: 'Sirop tapé', ...unchecked });
    const known = await buildMedication(server.db, { price: 900 });
    const { id } = await written({
      items: [
        { medication: waiting, quantity: 2 },
        { medication: known, quantity: 3 },
      ],
    });
    const { pages } = await printed(doctor, id);
    expect(pages[0]).toContain('à vérifier');
    expect(pages[0]).toContain('2 700 F');
    expect(pages[0]).not.toMatch(/\b0 F/);
  });

  it('warns that its prescriber is not verified', async () => {
    const unverified = await server.signIn('partnerDoctor', {
      verified: false,
      titrePartenaire: 'sage femme',
    });
    const { id } = await written({ authorId: unverified.row.id });
    const { pages } = await printed(unverified, id);
    expect(pages[0]).toContain(`Sage-femme ${unverified.row.name}`);
    expect(pages[0]).toContain('Prescripteur non vérifié');
  });

  it('continues over several numbered pages', async () => {
    const label = 'Amoxicilline '.repeat(8).trim();
    const medication = await buildMedication(server.db, { label, form: 'drops' });
    const { id, number } = await written({ items: Array(60).fill({ medication, quantity: 999 }) });
    const { pages } = await printed(doctor, id);
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, text] of pages.entries())
      expect(text).toContain(`${number} · page ${index + 1} sur ${pages.length}`);
    expect(pages.join(' ').match(/Gouttes/g)).toHaveLength(60);
    expect(pages.at(-1)).toContain('Total des médicaments');
  });

  it('is the same file at each opening, and another one once anything printed has changed', async () => {
    const { id } = await written();
    const first = await printed(doctor, id);
    expect((await printed(doctor, id)).bytes).toEqual(first.bytes);
    await server.db
      .update(prescriptions)
      .set({ patientName: 'Sènami Dossa' })
      .where(eq(prescriptions.id, id));
    expect((await printed(doctor, id)).pages[0]).toContain('Sènami Dossa');
  });

  it('has a QR code of the number', async () => {
    const drawing = sharp(Buffer.from(qrCodeOf('ORD-12345678')))
      .resize(250)
      .removeAlpha();
    const { data, info } = await drawing.raw().toBuffer({ resolveWithObject: true });
    expect(decodeQR({ width: info.width, height: info.height, data })).toBe('ORD-12345678');
  });
});

describe('who may print a prescription', () => {
  it('returns 200 to its author and supervisors, and 404 to another prescriber', async () => {
    const { id } = await written();
    for (const who of [doctor, await server.signIn('supervisor'), await server.signIn('superAdmin')])
      expect((await print(who, id)).status).toBe(200);
    const other = await print(await server.signIn('partnerDoctor'), id);
    expect([other.status, other.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('returns 200 to an agent whose order has it, and 404 to other agents', async () => {
    const agent = await server.signIn('agent');
    const attached = await written();
    await buildOrder(server.db, {
      state: 'pre-treatment',
      agentId: agent.row.id,
      prescriptionId: attached.id,
    });
    expect((await print(agent, attached.id)).status).toBe(200);
    expect((await print(await server.signIn('agent'), attached.id)).status).toBe(404);
  });

  it('asks for the right again when the paper is opened', async () => {
    const agent = await server.signIn('agent');
    const { id: prescriptionId } = await written();
    const order = { state: 'pre-treatment', agentId: agent.row.id, prescriptionId } as const;
    const { id } = await buildOrder(server.db, order);
    const { url } = (await print(agent, prescriptionId)).body;
    expect((await server.app.inject({ url })).statusCode).toBe(200);
    const { id: agentId } = await buildUser(server.db, { type: 'agent' });
    await server.db.update(orders).set({ agentId }).where(eq(orders.id, id));
    expect((await server.app.inject({ url })).statusCode).toBe(404);
    expect((await print(agent, (await written()).id)).status).toBe(404);
  });

  it('omits the patient’s telephone for an agent while the order is not assigned', async () => {
    const agent = await server.signIn('agent');
    const { id } = await written();
    await buildOrder(server.db, { state: 'pre-treatment', prescriptionId: id });
    const [row] = (await server.call(agent, 'GET', '/prescriptions')).body.prescriptions.filter(
      ({ _id }: { _id: string }) => _id === id,
    );
    expect(row).not.toHaveProperty('patientPhone');
    const texts = await Promise.all(
      [agent, doctor].map(async (who) => (await printed(who, id)).pages.join('').includes('97 11 11 11')),
    );
    expect(texts).toEqual([false, true]);
  });
});

describe('the link to a printed prescription', () => {
  it('expires after five minutes, and every opening is recorded with its user', async () => {
    const { id } = await written();
    const { url } = (await print(doctor, id)).body;
    server.clock.advance(299);
    expect((await open(url)).statusCode).toBe(200);
    server.clock.advance(1);
    const late = await open(url);
    expect([late.statusCode, late.json().code]).toEqual([403, 'LINK_EXPIRED']);
    expect((await openingsOf(id)).map(({ userId }) => userId)).toEqual([doctor.row.id]);
  });

  it('returns 404 once the prescription is deleted', async () => {
    const { id } = await written();
    const { url } = (await print(doctor, id)).body;
    await server.db
      .update(prescriptions)
      .set({ deletedAt: server.clock.now() })
      .where(eq(prescriptions.id, id));
    expect((await print(doctor, id)).status).toBe(404);
    const response = await open(url);
    expect([response.statusCode, response.json().code]).toEqual([404, 'FILE_NOT_FOUND']);
  });

  it('is refused with 429 from the 31st opening in a minute, by any link of the person', async () => {
    const { id } = await written();
    const urls = [(await print(doctor, id)).body.url, (await print(doctor, id)).body.url];
    const statuses = (await Promise.all(times(40, (nth) => open(urls[nth % 2])))).map(
      ({ statusCode }) => statusCode,
    );
    expect([200, 429].map((status) => statuses.filter((found) => found === status).length)).toEqual([30, 10]);
    const refused = await open(urls[0]);
    expect(refused.json()).toEqual({
      success: false,
      code: 'TOO_MANY_TRIES',
      message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
    });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await readersOf(id)).toEqual(new Set([doctor.row.id]));
    const other = await server.signIn('supervisor');
    expect((await open((await print(other, id)).body.url)).statusCode).toBe(200);
    server.clock.advance(60);
    expect((await open(urls[0])).statusCode).toBe(200);
    expect(await readersOf(id)).toEqual(new Set([doctor.row.id, other.row.id]));
  });
});
