import { Readable } from 'node:stream';
import type { stockEndpoints } from '@amasin/domain/stock/endpoints.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { buildMedication } from '../builders/catalogue.ts';
import { buildStock, buildStockKey } from '../builders/stock.ts';
import { buildUser } from '../builders/user.ts';
import { wholePlace } from '../builders/whole.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { places } from '../database/schema/places.ts';
import { stockKeys } from '../database/schema/stock.ts';
import type { UserRow } from '../database/schema/users.ts';
import { digestOf, readStock } from '../stock/read-list.ts';
import { writeForm } from '../testing/upload.ts';
import type { ScenariosOf } from './scenario.ts';
import { detailsOf, type World } from './world.ts';

/** A list with a medicine that is there, one with a doubtful price, an unknown one and a line that is refused. */
async function listFile({ server }: World): Promise<Buffer> {
  const { label, price } = await buildMedication(server.db);
  const dear = await buildMedication(server.db);
  const lines = [
    `${label};${price};oui`,
    `${dear.label};${dear.price * 10};3`,
    `Inconnu ${v7()};100;1`,
    `${label};;`,
  ];
  return Buffer.from(`Nom;Prix;Stock\n${lines.join('\n')}\n`);
}

async function formOf(fields: { file: Buffer; digest?: string }) {
  const { payload, headers } = await writeForm((form) => {
    if (fields.digest !== undefined) form.set('digest', fields.digest);
    form.set('file', new File([Uint8Array.from(fields.file)], 'liste.csv'));
  });
  return { rawBody: payload, headers };
}

/** A pharmacy that has this medicine now; the place of an account has only what it says. */
async function stocked({ server, people }: World, medicationId: string): Promise<void> {
  const { id: pharmacyId } = people.pharmacy.owner;
  await buildStock(server.db, { pharmacyId, medicationId, seenAt: server.clock.now() });
}

async function wholeAccount({ server, people }: World): Promise<void> {
  const { latitude: _, longitude: __, phone: ___, address: ____, ...ofDirectory } = wholePlace;
  await server.db.update(places).set(ofDirectory).where(eq(places.id, people.pharmacy.owner.id));
}

const search = async (world: World, more: Partial<MedicationRow> = {}) => {
  const { id } = await buildMedication(world.server.db, more);
  await stocked(world, id);
  return { params: { id }, query: { lat: 6.37, lng: 2.39, radius: 30 } };
};

/** The pharmacy of the call; a call of somebody else is about that of the world. */
const pharmacyOf = ({ people }: World, { id, type }: UserRow) =>
  type === 'pharmacy' ? id : people.pharmacy.owner.id;

export const stockScenarios: ScenariosOf<typeof stockEndpoints> = {
  readStock: {
    legal: () => ({}),
    rows: ({ server }, { id: pharmacyId }) =>
      buildStock(server.db, { pharmacyId, seenAt: server.clock.now() }),
    scope: async ({ server, people }, { id: pharmacyId }) => {
      const { medicationId } = await buildStock(server.db, { pharmacyId });
      await buildStock(server.db, { pharmacyId: people.pharmacy.stranger.id });
      return {
        input: {},
        read: ({ lines }) => lines.map(({ _id }: { _id: string }) => _id),
        expected: [medicationId],
      };
    },
  },
  switchStock: {
    legal: async (world, caller) => {
      const row = await buildStock(world.server.db, { pharmacyId: pharmacyOf(world, caller) });
      return { params: { id: row.medicationId }, body: { there: false } };
    },
    near: async ({ server, people }) => {
      const row = await buildStock(server.db, { pharmacyId: people.pharmacy.stranger.id });
      return { visible: [], hidden: [{ params: { id: row.medicationId }, body: { there: false } }] };
    },
  },
  previewStock: {
    legal: async (world) => {
      const body = { file: await listFile(world) };
      return { body, ...(await formOf(body)) };
    },
  },
  replaceStock: {
    legal: async (world) => {
      const file = await listFile(world);
      const digest = digestOf(await readStock(world.server.db, () => Readable.from([file])));
      const body = { file, digest };
      return { body, ...(await formOf(body)) };
    },
  },
  sendStock: {
    legal: async (world) => {
      // Each is another pharmacy: one may send a few lists an hour.
      const { id: pharmacyId } = await buildUser(world.server.db, {
        ...detailsOf('pharmacy'),
        type: 'pharmacy',
      });
      const { secret } = await buildStockKey(world.server.db, { pharmacyId });
      const rawBody = await listFile(world);
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'text/csv' };
      return { body: rawBody, rawBody, headers };
    },
  },
  listStockKeys: {
    legal: () => ({}),
    rows: ({ server }, { id: pharmacyId }) =>
      buildStockKey(server.db, { pharmacyId, lastUsedAt: server.clock.now() }),
    scope: async ({ server, people }, { id: pharmacyId }) => {
      const { id } = await buildStockKey(server.db, { pharmacyId });
      await buildStockKey(server.db, { pharmacyId: people.pharmacy.stranger.id });
      return {
        input: {},
        read: ({ keys }) => keys.map(({ _id }: { _id: string }) => _id),
        expected: [id],
      };
    },
  },
  createStockKey: {
    // A pharmacy has a few keys at most.
    legal: async (world, caller) => {
      await world.server.db.delete(stockKeys).where(eq(stockKeys.pharmacyId, pharmacyOf(world, caller)));
      return { body: { name: 'Caisse' } };
    },
  },
  withdrawStockKey: {
    legal: async (world, caller) => {
      const { id } = await buildStockKey(world.server.db, { pharmacyId: pharmacyOf(world, caller) });
      return { params: { id } };
    },
    near: async ({ server, people }) => {
      const { id } = await buildStockKey(server.db, { pharmacyId: people.pharmacy.stranger.id });
      return { visible: [], hidden: [{ params: { id } }] };
    },
  },
  findStocked: {
    legal: (world) => search(world),
    rows: wholeAccount,
    more: async (world, { type }) => (type === 'customer' ? [] : [await search(world, { reviewed: false })]),
  },
  findStockedPublicly: {
    legal: (world) => search(world),
    rows: wholeAccount,
  },
};
