import { returnEntries } from '@amasin/domain/benefits/journal.ts';
import { expect, it, onTestFinished } from 'vitest';
import { transact } from '../database/transaction.ts';
import { insertJournals } from '../payments/journal-queries.ts';
import { startTestApp } from '../testing/test-app.ts';
import { prepareStatements, readCsv, readPdf, server } from './statements.fixture.ts';

prepareStatements();

/** A partner with this many lines of 1 F at the same moment, and a session. */
async function partnerWith(lines: number) {
  const partner = await server.signIn('partnerDoctor', { name: 'Dr Aïcha Kossou' });
  const at = server.clock.now();
  const journal = { kind: 'payout-return' as const, at, entries: returnEntries(partner.row.id, 1) };
  for (let inserted = 0; inserted < lines; inserted += 1_000) {
    const journals = Array.from({ length: Math.min(1_000, lines - inserted) }, () => journal);
    await transact(server.db, (tx) => insertJournals(tx, journals));
  }
  return partner;
}

it('a PDF of many lines has all of them, on numbered pages with the headings', async () => {
  const pages = await readPdf(await partnerWith(1_100), '/2026-11/pdf');
  expect(pages.length).toBeGreaterThan(20);
  for (const [index, text] of pages.entries()) {
    expect(text).toContain('Date Opération Montant Solde');
    expect(text).toContain(
      `Relevé de novembre 2026 (provisoire) · Dr Aïcha Kossou · ${index + 1} / ${pages.length}`,
    );
  }
  const balances = pages.flatMap((text) =>
    [...text.matchAll(/Versement non arrivé 1 F ([\d ]+) F/g)].map(([, balance]) =>
      Number(balance?.replace(' ', '')),
    ),
  );
  expect(balances).toEqual(Array.from({ length: 1_100 }, (_, index) => index + 1));
});

it('a CSV has all lines of a month; the PDF of more than 5 000 has their sums', async () => {
  const partner = await partnerWith(5_001);
  const lines = await readCsv(partner, '/2026-11/csv');
  expect(lines).toHaveLength(5_004);
  expect(lines.slice(2, -1).map((line) => Number(line.split(';').at(-1)))).toEqual(
    Array.from({ length: 5_001 }, (_, index) => index + 1),
  );
  const pages = await readPdf(partner, '/2026-11/pdf');
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('Solde de clôture 5 001 F');
  expect(pages[0]).toContain('Trop de lignes pour ce document : elles sont dans le fichier CSV.');
});

it.each(['csv', 'pdf'])('a person downloads as many as other lists a minute: %s', async (format) => {
  const limited = await startTestApp({ limits: { exportsPerMinute: 1 } });
  onTestFinished(() => limited.close());
  const partner = await limited.signIn('partnerDoctor');
  const other = await limited.signIn('partnerDoctor');
  const statuses: number[] = [];
  for (const { token } of [partner, partner, other]) {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await limited.app.inject({ url: `/api/statements/2026-11/${format}`, headers });
    statuses.push(statusCode);
  }
  expect(statuses).toEqual([200, 429, 200]);
});
