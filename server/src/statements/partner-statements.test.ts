import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { upsertPayoutAccount } from '../benefits/payout-queries.ts';
import { sendPayouts } from '../benefits/send.ts';
import { audit } from '../database/schema/audit.ts';
import { readPages } from '../pdf/read-pages.fixture.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  admin,
  call,
  earnings,
  end,
  fetchFile,
  numberOf,
  prepareStatements,
  read,
  readCsv,
  readPdf,
  server,
  waitUntil,
} from './statements.fixture.ts';

prepareStatements();

/** A partner with a gain at the end of November, one at the start of December, and a payout that fails and is made by hand. */
async function partnerInDecember() {
  const doctor = await server.signIn('partnerDoctor', { name: '=Dr Ɖossou "Kɔɛŋ"', verified: true });
  const first = await earnings.order(doctor.row.id, 2_001, 'delivered');
  const second = await earnings.order(doctor.row.id, 25_000, 'delivered');
  waitUntil('2026-11-30T22:59:59Z');
  await end(first);
  waitUntil('2026-11-30T23:00:00Z');
  await end(second);
  await upsertPayoutAccount(server.db, doctor.row.id, { operator: 'mtn', phone: '+2290166000099' });
  waitUntil('2026-12-02T08:00:00Z');
  const body = [{ idPartner: doctor.row.id, amount: 5_000 }];
  await call(admin, 'POST', '/benefics/pay/partner', body);
  waitUntil('2026-12-02T08:01:00Z');
  await sendPayouts(server.ctx);
  waitUntil('2026-12-03T09:30:00Z');
  const { payouts } = (await call(admin, 'GET', '/benefics/payouts')).body;
  const note = { note: 'En espèces' };
  await call(admin, 'POST', `/benefics/payouts/${payouts[0]._id}/by-hand`, note);
  return { doctor, numbers: [await numberOf(first), await numberOf(second)] };
}

describe('the statements of a partner', () => {
  let doctor: Visitor;
  let numbers: (string | undefined)[];
  beforeAll(async () => {
    ({ doctor, numbers } = await partnerInDecember());
  });

  it('lists the months, the latest first; a month ends at midnight in Benin', async () => {
    const { status, body } = await read(doctor, '');
    expect(status).toBe(200);
    expect(body).toEqual({
      holder: { _id: doctor.row.id, name: doctor.row.name, type: 'partnerDoctor' },
      months: [
        {
          month: '2026-12',
          provisional: true,
          lines: 4,
          amount: 12_500,
          balance: {
            opening: 1_000,
            earned: 12_500,
            corrected: 0,
            paid: 10_000,
            returned: 5_000,
            closing: 8_500,
          },
        },
        {
          month: '2026-11',
          provisional: false,
          lines: 1,
          amount: 1_000,
          balance: { opening: 0, earned: 1_000, corrected: 0, paid: 0, returned: 0, closing: 1_000 },
        },
      ],
    });
    const { pending, held } = (await call(doctor, 'GET', '/benefics/partner')).body;
    expect(pending + held).toBe(8_500);
  });

  it('has each line once, with the number masked and no patient, in pages', async () => {
    const payment = { state: null, operator: null, phone: null, method: null, reference: null };
    const none = { number: null, reason: null, ...payment };
    const account = { operator: 'mtn', phone: '01 •• •• •• 99' };
    const lines = [
      { ...none, kind: 'share', at: '2026-11-30T23:00:00.000Z', amount: 12_500, number: numbers[1] },
      { ...none, kind: 'payout', at: '2026-12-02T08:00:00.000Z', amount: 5_000, state: 'failed', ...account },
      { ...none, kind: 'return', at: '2026-12-02T08:01:00.000Z', amount: 5_000, state: 'failed', ...account },
      { ...none, kind: 'payout', at: '2026-12-03T09:30:00.000Z', amount: 5_000, state: 'done' },
    ];
    const { body } = await read(doctor, '/2026-12');
    expect([body.lines, body.total]).toEqual([lines, 4]);
    const page = (await read(doctor, '/2026-12?limit=3&page=2')).body;
    expect([page.lines, page.total, page.statement]).toEqual([lines.slice(3), 4, body.statement]);
  });

  it('is a CSV with a running balance', async () => {
    expect(await readCsv(doctor, '/2026-12/csv')).toEqual([
      'Date;Opération;Ordonnance;Motif;Payé sur;État;Gagné (F);Corrigé (F);Versé (F);Rendu (F);Solde (F)',
      ';Solde d’ouverture;;;;;;;;;1000',
      `2026-12-01 00:00:00;Gain;${numbers[1]};;;;12500;;;;13500`,
      '2026-12-02 09:00:00;Versement;;;MTN MoMo 01 •• •• •• 99;Échoué;;;5000;;8500',
      '2026-12-02 09:01:00;Versement non arrivé;;;MTN MoMo 01 •• •• •• 99;;;;;5000;13500',
      '2026-12-03 10:30:00;Versement;;;;Versé;;;5000;;8500',
      ';Solde de clôture;;;;;;;;;8500',
    ]);
    const { headers } = await fetchFile(doctor, '/2026-12/csv');
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="releve-2026-12-provisoire.csv"',
      'cache-control': 'private, no-store',
    });
  });

  it('is a PDF with the title, the holder, the sums and the lines, provisional until the month is over', async () => {
    const { headers, rawPayload } = await fetchFile(doctor, '/2026-12/pdf');
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="releve-2026-12-provisoire.pdf"',
      'cache-control': 'private, no-store',
    });
    const pages = await readPages(rawPayload);
    expect(pages).toHaveLength(1);
    for (const text of [
      'Relevé de décembre 2026 (provisoire)',
      'Fait le 3 décembre 2026 à 10 h 30',
      '=Dr Ɖossou "Kɔɛŋ"',
      'Provisoire : le mois n’est pas terminé.',
      'Solde d’ouverture 1 000 F',
      'Gagné 12 500 F',
      'Versé -10 000 F',
      'Versements non arrivés 5 000 F',
      'Solde de clôture 8 500 F',
      `1er décembre 2026 à 00 h 00 Gain · ${numbers[1]} 12 500 F 13 500 F`,
      '2 décembre 2026 à 09 h 00 Versement · Échoué · MTN MoMo 01 •• •• •• 99 -5 000 F 8 500 F',
      '3 décembre 2026 à 10 h 30 Versement · Versé -5 000 F 8 500 F',
    ])
      expect(pages[0]).toContain(text);
    const [november] = await readPdf(doctor, '/2026-11/pdf');
    expect(november).toContain('Relevé de novembre 2026 Fait le');
    expect(november).toContain('Versé 0 F');
    expect(november).not.toMatch(/rovisoire/);
  });

  it('is empty in a month without anything, 404 in one that has not begun or does not exist', async () => {
    const { body } = await read(doctor, '/2026-10');
    expect([body.statement.amount, body.lines]).toEqual([0, []]);
    expect((await readPdf(doctor, '/2026-10/pdf'))[0]).toContain('Rien pendant');
    for (const path of ['/2027-01', '/2026-13', '/decembre'])
      for (const format of ['', '/csv', '/pdf'])
        expect((await read(doctor, path + format)).status, path + format).toBe(404);
  });

  it('is read by a super administrator by its id, whose downloads are recorded', async () => {
    const query = `?id=${doctor.row.id}`;
    expect((await read(admin, query)).body.holder.name).toBe(doctor.row.name);
    expect((await read(admin, `/2026-12${query}`)).body.total).toBe(4);
    expect((await readCsv(admin, `/2026-12/csv${query}`)).at(-1)).toBe(';Solde de clôture;;;;;;;;;8500');
    expect((await fetchFile(admin, `/2026-11/pdf${query}`)).statusCode).toBe(200);
    const { lines } = (await call(admin, 'GET', `/audit?subject=${doctor.row.id}`)).body;
    const texts = lines.map(({ text }: { text: string }) => text);
    expect(texts).toContain('a téléchargé le relevé de décembre 2026 de =Dr Ɖossou "Kɔɛŋ"');
    expect(texts).toContain('a téléchargé le relevé de novembre 2026 de =Dr Ɖossou "Kɔɛŋ"');
    const own = await server.db.select().from(audit).where(eq(audit.actorId, doctor.row.id));
    expect(own.filter(({ action }) => action === 'export')).toEqual([]);
  });

  it('needs the id of a payee from a super administrator', async () => {
    for (const format of ['', '/2026-12', '/2026-12/csv', '/2026-12/pdf']) {
      const { status, body } = await read(admin, format);
      expect([status, body.fields]).toEqual([422, { id: 'Indiquez la personne' }]);
      expect((await read(admin, `${format}?id=${admin.row.id}`)).status).toBe(404);
    }
  });

  it('never shows the statement of another, whatever id is sent', async () => {
    const other = await server.signIn('partnerDoctor', { verified: true });
    const query = `?id=${doctor.row.id}`;
    expect((await read(other, query)).body.months).toEqual([]);
    expect((await read(other, `/2026-12${query}`)).body.lines).toEqual([]);
    expect(await readCsv(other, `/2026-12/csv${query}`)).toHaveLength(3);
    const [page] = await readPdf(other, `/2026-12/pdf${query}`);
    expect(page).toContain(other.row.name);
    expect(page).not.toContain('Ɖossou');
  });
});
