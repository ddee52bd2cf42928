import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MedicationForm } from '@amasin/domain/medications/form.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { medications } from '../database/schema/medications.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { compositionOf } from './substances.ts';

const folder = process.env.AMASIN_DATA;
/** Timings depend on the machine, so they are measured on request only. */
const isMeasuring = process.env.AMASIN_MEASURE === '1';
/** Milliseconds. */
const TARGET_P95 = 80;

// Vitest shows only the title of a skipped test, so the reason goes there.
describe.skipIf(!folder)(`search in a real catalogue${folder ? '' : ' (AMASIN_DATA is unset)'}`, () => {
  let server: TestApp;
  let customer: Visitor;
  let labels: string[];

  beforeAll(async () => {
    server = await startTestApp();
    customer = await server.signIn('customer');
    const rows = readCatalogue(join(folder ?? '', 'medications.csv'));
    for (let start = 0; start < rows.length; start += 2_000) {
      await server.db.insert(medications).values(rows.slice(start, start + 2_000));
    }
    // As autovacuum does a minute after an import, so that the indexes are searched as in production.
    await server.db.execute(sql`vacuum analyze ${medications}`);
    labels = rows.map(({ label }) => label);
  });
  afterAll(() => server?.close());

  const search = (q: string) =>
    server.call(customer, 'GET', `/medications/search?q=${encodeURIComponent(q)}`);

  it.runIf(isMeasuring)(
    `responds to 300 queries with a 95th percentile under ${TARGET_P95} ms`,
    async () => {
      const questions = Array.from({ length: 300 }, (_, n) => question(labels, n));
      for (const q of questions.slice(0, 20)) await search(q);
      // The best of three rounds, to reduce the effect of other processes.
      const rounds: number[] = [];
      while (rounds.length < 3 && !rounds.some((p95) => p95 < TARGET_P95)) {
        const times: number[] = [];
        for (const q of questions) {
          const start = performance.now();
          expect((await search(q)).status).toBe(200);
          times.push(performance.now() - start);
        }
        times.sort((a, b) => a - b);
        const p50 = times[150] ?? 0;
        const p95 = times[285] ?? 0;
        const max = times[299] ?? 0;
        console.log(
          `search in ${labels.length} medicines: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, max ${max.toFixed(1)} ms`,
        );
        rounds.push(p95);
      }
      expect(Math.min(...rounds)).toBeLessThan(TARGET_P95);
    },
    120_000,
  );

  it.each<[string, number, (label: string, n: number) => string]>([
    ['its whole label', 0.99, (label) => label],
    ['its label without accents', 0.99, searchText],
    ['its label cut after four fifths', 0.99, (label) => label.slice(0, Math.ceil(label.length * 0.8))],
    ['its label with one wrong letter', 0.9, withWrongLetter],
  ])('finds a medicine by %s among the first five', async (_, share, typed) => {
    const sample = labels.filter((_label, index) => index % 61 === 0);
    let found = 0;
    for (const [n, label] of sample.entries()) {
      const { body } = await search(typed(label, n));
      const firstFive = body.medications.slice(0, 5).map((medication: { label: string }) => medication.label);
      if (firstFive.includes(label)) found += 1;
    }
    expect(sample.length).toBeGreaterThan(150);
    expect(found / sample.length).toBeGreaterThanOrEqual(share);
  });

  it('finds a medicine by a rare word with one typo', async () => {
    const labelsByWord = new Map<string, string[]>();
    for (const label of labels) {
      for (const word of new Set(searchText(label).split(' '))) {
        labelsByWord.set(word, [...(labelsByWord.get(word) ?? []), label]);
      }
    }
    const rare = [...labelsByWord].filter(([word, all]) => /^[a-z]{7,}$/.test(word) && all.length <= 3);
    for (let n = 0; n < 150; n += 1) {
      const [word, all] = rare[(n * 7_919) % rare.length]!;
      const at = n % word.length;
      const typed = [word.slice(0, at) + word.slice(at + 1), `${word.slice(0, at)}q${word.slice(at + 1)}`][
        n % 2
      ]!;
      const { body } = await search(typed);
      const found = body.medications.map(({ label }: { label: string }) => label);
      for (const label of all) expect(found, `${typed} for ${word}`).toContain(label);
    }
  });
});

/** Typical deterministic queries: the beginning of a name, a name and a dose, a name with a typo. */
function question(labels: readonly string[], n: number): string {
  const words = searchText(labels[(n * 7_919) % labels.length] ?? '').split(' ');
  const [name = 'paracetamol', second = ''] = words;
  const at = 1 + (n % Math.max(1, name.length - 1));
  if (n % 4 === 0) return name.slice(0, 2 + (n % 7));
  if (n % 4 === 1) return `${name} ${second}`;
  if (n % 4 === 2) return `${name.slice(0, at)}x${name.slice(at + 1)}`;
  return name.slice(0, at) + name.slice(at + 1);
}

/** The search text with another letter in one of its words of five or more; the one and the place vary with `n`. */
function withWrongLetter(label: string, n: number): string {
  const words = searchText(label).split(' ');
  const long = [...words.keys()].filter((index) => /^\p{L}{5,}$/u.test(words[index] ?? ''));
  const chosen = long[n % long.length] ?? 0;
  const word = words[chosen] ?? '';
  const at = (n * 7) % word.length;
  const wrong = word.slice(0, at) + (word[at] === 'k' ? 'w' : 'k') + word.slice(at + 1);
  return words.with(chosen, wrong).join(' ');
}

function readCatalogue(file: string) {
  const seen = new Set<string>();
  const lines = parse(readFileSync(file), { columns: true }) as Record<string, string>[];
  return lines.flatMap(({ name: label = '', form: written, price_fcfa, dci = '' }) => {
    const form = written as MedicationForm;
    const text = searchText(label);
    const key = `${text}|${form}`;
    if (text === '' || seen.has(key)) return [];
    seen.add(key);
    const price = Number(price_fcfa) || 1_000;
    const { substances } = compositionOf(dci.split(' + ').map((name) => ({ name, dose: '' })));
    const substanceText = substances && searchText(substances);
    const createdAt = new Date('2026-01-01T08:00:00Z');
    return [{ label, form, price, reviewed: true, searchText: text, substances, substanceText, createdAt }];
  });
}
