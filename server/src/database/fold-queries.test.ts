import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { foldAgain } from './fold-queries.ts';
import { medications } from './schema/medications.ts';
import { places, zones } from './schema/places.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

it('makes search texts again that an older rule made; of twins the second keeps its own', async () => {
  const { db } = server;
  const old = async (label: string, searchText: string, more = {}) => {
    const { id } = await buildMedication(db, { label, form: 'tablet' });
    await db
      .update(medications)
      .set({ searchText, ...more })
      .where(eq(medications.id, id));
    return id;
  };
  const whole = await old('Amoxicilline 1 500 mg', 'amoxicilline 1 500 mg');
  const twin = await old('Amoxicilline 1500mg', 'amoxicilline 1500mg');
  const removed = await old('Amoxicilline 1500 mg', 'amoxicilline 1500 old', { deletedAt: new Date(0) });
  const rich = await old('X', 'x', { substances: 'Vitamine ㎍', substanceText: 'vitamine' });
  const zone = await buildZone(db, { label: 'Agblangandan Ɖo' });
  await db.update(zones).set({ searchText: 'agblangandan ɖo' }).where(eq(zones.id, zone.id));
  const sourceId = 'name/pharmacie ɖo cotonou';
  const point = { latitude: 6.37, longitude: 2.39 };
  await db.insert(places).values({ id: zone.id, name: 'Pharmacie Ɖo', sourceId, ...point });

  for (let nth = 0; nth < 2; nth += 1) {
    await foldAgain(db);
    const rows = new Map((await db.select().from(medications)).map((row) => [row.id, row]));
    const texts = [whole, twin, removed].map((id) => rows.get(id)?.searchText);
    expect(texts.sort()).toEqual(['amoxicilline 1500 mg', 'amoxicilline 1500 mg', 'amoxicilline 1500mg']);
    expect(rows.get(rich)?.substanceText).toBe('vitamine mcg');
    expect(await db.select().from(zones)).toMatchObject([{ searchText: 'agblangandan do' }]);
    expect(await db.select().from(places)).toMatchObject([{ sourceId: 'name/pharmacie do cotonou' }]);
  }
});
