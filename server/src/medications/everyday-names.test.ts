import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { medications } from '../database/schema/medications.ts';
import { at } from '../testing/imported-catalogue.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { everydayNames } from './everyday-names.fixture.ts';
import { importPublicBase } from './import.ts';

const folder = process.env.AMASIN_DATA;
/** Of the names, how many find their medicine among the first five. */
const TARGET = 0.95;

it('there are three hundred names, each once', () => {
  expect(everydayNames.length).toBeGreaterThanOrEqual(300);
  expect(new Set(everydayNames.map(([typed]) => typed)).size).toBe(everydayNames.length);
});

// Vitest shows only the title of a skipped test, so the reason goes there.
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
    await importPublicBase(server.db, base, at);
    // As autovacuum does a minute after an import.
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
