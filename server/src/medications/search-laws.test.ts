import { searchText } from '@amasin/domain/medications/search-text.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { readMedications } from '../demo/tables.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const catalogue = readMedications();
let server: TestApp;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  for (const medicine of catalogue) await buildMedication(server.db, medicine);
});
afterAll(() => server.close());

async function labelsFor(q: string): Promise<string[]> {
  const path = `/medications/search?q=${encodeURIComponent(q)}`;
  const { body } = await server.call(customer, 'GET', path);
  return body.medications.map(({ label }: { label: string }) => label);
}

const words = catalogue.flatMap(({ label }) =>
  searchText(label)
    .split(' ')
    .map((word, at) => ({ label, word, at }))
    .filter(({ word }) => /^\p{L}{5,}$/u.test(word)),
);
const labelsWith = (word: string) =>
  new Set(catalogue.map(({ label }) => label).filter((label) => searchText(label).split(' ').includes(word)));
/** Words that identify a medicine, unlike « boîte ». */
const distinctive = words.filter(({ word }) => labelsWith(word).size <= 4);

interface Mistake {
  readonly kind: 'another' | 'missing' | 'too many' | 'swapped';
  readonly at: number;
  readonly letter: string;
}

const mistake: fc.Arbitrary<Mistake> = fc.record({
  kind: fc.constantFrom('another', 'missing', 'too many', 'swapped'),
  at: fc.nat(100),
  letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
});

function misspell(word: string, { kind, at, letter }: Mistake): string {
  const index = at % word.length;
  const before = word.slice(0, index);
  const after = word.slice(index);
  if (kind === 'another') return before + letter + after.slice(1);
  if (kind === 'missing') return before + after.slice(1);
  if (kind === 'too many') return before + letter + after;
  return before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2);
}

it('finds a medicine by its label with one typo in any word of five or more letters', async () => {
  expect(words.length).toBeGreaterThan(200);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...words), mistake, async ({ label, word, at }, made) => {
      const typed = searchText(label).split(' ').with(at, misspell(word, made)).join(' ');
      expect(await labelsFor(typed), typed).toContain(label);
    }),
    { numRuns: 300 },
  );
});

it('finds a medicine by a distinctive word with one typo', async () => {
  expect(distinctive.length).toBeGreaterThan(50);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...distinctive), mistake, async ({ label, word }, made) => {
      const typed = misspell(word, made);
      expect(await labelsFor(typed), typed).toContain(label);
    }),
    { numRuns: 300 },
  );
});

it('ranks labels that begin with the query first', async () => {
  const begun = fc
    .tuple(fc.constantFrom(...catalogue), fc.integer({ min: 2, max: 30 }))
    .map(([{ label }, length]) => searchText(label).slice(0, length).trim())
    .filter((text) => text.length >= 2);
  await fc.assert(
    fc.asyncProperty(begun, async (text) => {
      const [first] = await labelsFor(text);
      expect(searchText(first ?? '').startsWith(text), `${text}: ${first}`).toBe(true);
    }),
    { numRuns: 150 },
  );
});
