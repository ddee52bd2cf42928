import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MedicationForm } from '@amasin/domain/medications/form.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { medications } from '../database/schema/medications.ts';
import { importList } from '../testing/import-list.ts';
import { at } from '../testing/imported-catalogue.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { everydayNames } from './everyday-names.fixture.ts';
import { publicBase } from './import.ts';
import { compositionOf } from './substances.ts';

const folder = process.env.AMASIN_DATA;
/** The share of the everyday names that find their medicine among the first five. */
const TARGET = 0.95;

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
    // Autovacuum does it a minute after an import: the indexes are searched as in production.
    await server.db.execute(sql`vacuum analyze ${medications}`);
    labels = rows.map(({ label }) => label);
  });
  afterAll(() => server?.close());

  const search = (q: string) =>
    server.call(customer, 'GET', `/medications/search?q=${encodeURIComponent(q)}`);

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

describe.skipIf(!folder)(`everyday names${folder ? '' : ' (AMASIN_DATA is unset)'}`, () => {
  let server: TestApp;
  let agent: Visitor;

  beforeAll(async () => {
    server = await startTestApp();
    agent = await server.signIn('agent');
    const file = (name: string) => () => createReadStream(join(folder ?? '', 'bdpm', name));
    const base = {
      specialties: file('CIS_bdpm.txt'),
      presentations: file('CIS_CIP_bdpm.txt'),
      compositions: file('CIS_COMPO_bdpm.txt'),
    };
    await importList(server.db, 'medications', publicBase(base, at));
    await server.db.execute(sql`vacuum analyze ${medications}`);
  }, 120_000);
  afterAll(() => server?.close());

  it(`find their medicine among the first five in ${TARGET * 100} % of searches`, async () => {
    const missed: string[] = [];
    for (const [typed, expected] of everydayNames) {
      const path = `/medications/search?q=${encodeURIComponent(typed)}`;
      const { body } = await server.call(agent, 'GET', path);
      const names = body.medications
        .slice(0, 5)
        .map(({ label, substances }: { label: string; substances: string | null }) =>
          searchText(`${label} ${substances ?? ''}`),
        );
      const words = searchText(expected).split(' ');
      if (!names.some((name: string) => words.every((word) => name.split(' ').includes(word)))) {
        missed.push(typed);
      }
    }
    const share = 1 - missed.length / everydayNames.length;
    console.log(
      `${(share * 100).toFixed(1)} % of ${everydayNames.length} names found; not: ${missed.join(', ')}`,
    );
    expect(share).toBeGreaterThanOrEqual(TARGET);
  }, 120_000);
});

it('there are three hundred names, each once', () => {
  expect(everydayNames.length).toBeGreaterThanOrEqual(300);
  expect(new Set(everydayNames.map(([typed]) => typed)).size).toBe(everydayNames.length);
});

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
