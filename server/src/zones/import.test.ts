import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { zones } from '../database/schema/places.ts';
import { importList } from '../testing/import-list.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { zoneList } from './import.ts';

const folder = process.env.AMASIN_DATA;
const at = new Date('2026-11-20T10:00:00.000Z');

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(zones));

const importZones = (open: () => Readable, fee: number | null) =>
  importList(server.db, 'zones', zoneList(open, { fee, at }));
const run = (text: string, fee: number | null = null) =>
  importZones(() => Readable.from([Buffer.from(text)]), fee);
const stored = async () =>
  (await server.db.select().from(zones).orderBy(sql`${zones.label} collate "C"`)).map(
    ({ label, sectors, price }) => ({ label, sectors, price }),
  );

describe('importing zones', () => {
  it('adds zones, skips unchanged ones, then adds sectors and updates fees', async () => {
    const first = 'label,sectors,price\n Cotonou –  1er ,Dandji| Yagbé |dandji,500\nCalavi,,"1 000 F"\n';
    expect(await run(first)).toEqual({ read: 2, added: 2, updated: 0, refused: [], waiting: [] });
    expect(await stored()).toEqual([
      { label: 'Calavi', sectors: [], price: 1000 },
      { label: 'Cotonou – 1er', sectors: ['Dandji', 'Yagbé'], price: 500 },
    ]);
    expect(await run(first)).toEqual({ read: 2, added: 0, updated: 0, refused: [], waiting: [] });
    const second = 'Zone;Quartiers;Frais\nCOTONOU - 1ER;Suru-Léré|DANDJI;\nCalavi;;1200\n';
    expect(await run(second)).toEqual({ read: 2, added: 0, updated: 2, refused: [], waiting: [] });
    expect(await stored()).toEqual([
      { label: 'Calavi', sectors: [], price: 1200 },
      { label: 'Cotonou – 1er', sectors: ['Dandji', 'Yagbé', 'Suru-Léré'], price: 500 },
    ]);
  });

  it('adds other names, each once in any spelling', async () => {
    const aliases = async () => (await server.db.select().from(zones)).map((zone) => zone.aliases);
    const first = 'label,sectors,price,aliases\nCentre,,500,Grand marché| Carrefour du port |grand marche\n';
    expect(await run(first)).toMatchObject({ added: 1 });
    expect(await aliases()).toEqual([['Grand marché', 'Carrefour du port']]);
    expect(await run(first)).toMatchObject({ updated: 0 });
    expect(await run('Zone;Quartiers;Lieux\nCentre;;La gare|Grand marché\n')).toMatchObject({ updated: 1 });
    expect(await run('label,sectors\nCentre,\n')).toMatchObject({ updated: 0 });
    expect(await aliases()).toEqual([['Grand marché', 'Carrefour du port', 'La gare']]);
  });

  it('takes the town of a new zone from the file or the name; an existing zone changes town only if the file has one', async () => {
    const towns = async () =>
      (await server.db.select().from(zones).orderBy(sql`${zones.label} collate "C"`)).map(({ town }) => town);
    await run('label,commune,sectors,price\nA,Ouidah,,500\nB,,,500\nPorto-Novo – 1er,,,500\n');
    expect(await towns()).toEqual(['Ouidah', 'Cotonou', 'Porto-Novo']);
    expect(await run('label,sectors\nA,\n')).toMatchObject({ updated: 0 });
    expect(await run('label,Commune,sectors\nB,Allada,\n')).toMatchObject({ updated: 1 });
    expect(await towns()).toEqual(['Ouidah', 'Allada', 'Porto-Novo']);
  });

  it('reports the rejected lines with reasons and does not restore deleted zones', async () => {
    await run('label,sectors,price\nPartie,,500\n');
    await server.db.update(zones).set({ deletedAt: at }).where(eq(zones.label, 'Partie'));
    const text =
      'label,sectors,price\n,A,500\nSans frais,A,\nCher,A,loin\nPartie,A,600\nUne,A,500\nune,B,500\n';
    expect(await run(text)).toEqual({
      read: 6,
      added: 1,
      updated: 0,
      waiting: [],
      refused: [
        { line: 2, reason: 'Nom requis' },
        {
          line: 3,
          reason: 'Frais de livraison manquants (colonne Prix, ou un prix pour les nouvelles zones)',
        },
        { line: 4, reason: 'Prix illisible : « loin » (nombre entier de francs attendu)' },
        { line: 5, reason: 'Zone supprimée : elle le reste (ajoutez-la à la main pour y livrer de nouveau)' },
        { line: 7, reason: 'une est déjà à la ligne 6' },
      ],
    });
    await expect(run('commune,arrondissement\nCotonou,1\n')).rejects.toThrow(
      'Colonnes manquantes : Zone, Quartiers. Colonnes du fichier : commune, arrondissement',
    );
  });

  it('takes a fee of 0 as a fee: over the one for all, and, once confirmed, over the one before', async () => {
    await run('label,sectors,price\nGratuite,,500\n');
    const { waiting } = await run('label,sectors,price\nGratuite,,0\nNouvelle gratuite,,0\n', 700);
    const free = { label: 'Prix', before: formatMoney(500), after: formatMoney(0) };
    expect(waiting.map(({ name, fields }) => [name, fields])).toEqual([['Gratuite', [free]]]);
    const fees = (await server.db.select().from(zones)).filter(({ label }) => /gratuite/i.test(label));
    expect(fees.map(({ price }) => price).sort()).toEqual([0, 500]);
    // A zone without a fee gets the one for all, even when that is 0.
    await run('label,sectors\nSans frais du tout,\n', 0);
    const [none] = (await server.db.select().from(zones)).filter(
      ({ label }) => label === 'Sans frais du tout',
    );
    expect(none?.price).toBe(0);
  });

  it('refuses a fee that falls apart into columns', async () => {
    const tooMany = 'Trop de colonnes : plus que l’en-tête (un prix comme « 1,500 » s’écrit 1500)';
    expect((await run('label,sectors,price\nVirgule,Secteur,1,500\n')).refused).toEqual([
      { line: 2, reason: tooMany },
    ]);
    expect((await run('label,sectors,price,commune\nVirgule,Secteur,1500,12\n')).refused).toEqual([
      { line: 2, reason: 'Commune illisible' },
    ]);
    expect(await stored()).toEqual([]);
  });

  // Vitest shows only the title of a skipped test, so the reason goes there.
  it.skipIf(!folder)(
    `imports the real list with one fee${folder ? '' : ' (AMASIN_DATA is unset)'}`,
    async () => {
      const real = () => createReadStream(join(folder ?? '', 'zones_grouped.csv'));
      const report = await importZones(real, 700);
      expect(report).toEqual({ read: 33, added: 33, updated: 0, refused: [], waiting: [] });
      expect((await stored()).flatMap(({ sectors }) => sectors)).toHaveLength(471);
      const elsewhere = await server.db.select().from(zones).where(ne(zones.town, 'Cotonou'));
      expect(elsewhere.every(({ label, town }) => label.startsWith(`${town} – `))).toBe(true);
      expect(elsewhere).toHaveLength(20);
      expect(await importZones(real, 900)).toMatchObject({ added: 0, updated: 0 });
    },
  );
});
