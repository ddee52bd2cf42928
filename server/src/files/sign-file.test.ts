import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { UserRow } from '../database/schema/users.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { storeTestFile } from '../testing/upload.ts';

// Another user's key is never opened (authorization.csv 61): every type of user and every kind of file.

let t: TestApp;
/** Owners of the files, and users unrelated to them. */
let owners: Record<UserType, UserRow>;
let strangers: Record<UserType, Visitor>;

beforeAll(async () => {
  t = await startTestApp();
  owners = {} as typeof owners;
  strangers = {} as typeof strangers;
  for (const type of userTypes) {
    owners[type] = (await t.signIn(type)).row;
    strangers[type] = await t.signIn(type);
  }
});
afterAll(() => t.close());

const upload = async (owner: UserType, category: 'prescription' | 'insurance' = 'prescription') =>
  (await storeTestFile(t, { ownerId: owners[owner].id, category, boundAt: t.clock.now() })).key;

const cardOf = async (owner: UserRow) =>
  buildInsuranceCard(t.db, {
    ownerId: (await t.signIn('customer')).row.id,
    fileKey: (await storeTestFile(t, { ownerId: owner.id, category: 'insurance', boundAt: t.clock.now() }))
      .key,
  });

const orderOf = (given: Parameters<typeof buildOrder>[1]) =>
  buildOrder(t.db, { customerId: owners.customer.id, ...given });

/** Each resource: how to create its file, and which owners and strangers may open it. */
const resources: Record<string, { make: () => Promise<string>; owners: UserType[]; strangers: UserType[] }> =
  {
    'an unbound upload of the customer': {
      make: () => upload('customer'),
      owners: ['customer'],
      strangers: [],
    },
    'an unbound upload of the pharmacist': {
      make: () => upload('agent'),
      owners: ['agent'],
      strangers: [],
    },
    'an unbound upload of the doctor': {
      make: () => upload('partnerDoctor'),
      owners: ['partnerDoctor'],
      strangers: [],
    },
    // O21 covers bound files only, so not even the supervisor's own unbound upload.
    'an unbound upload of the supervisor': {
      make: () => upload('supervisor'),
      owners: [],
      strangers: [],
    },
    'a card on no order': {
      make: async () => (await cardOf(owners.customer)).fileKey,
      owners: ['customer'],
      strangers: [],
    },
    'the photograph of an unassigned order': {
      make: async () => {
        const prescriptionUrl = await upload('customer');
        await orderOf({ state: 'pre-treatment', items: [], prescriptionUrl });
        return prescriptionUrl;
      },
      owners: ['customer', 'agent', 'supervisor', 'superAdmin'],
      strangers: ['agent', 'supervisor', 'superAdmin'],
    },
    'the photograph of an order assigned to the pharmacist': {
      make: async () => {
        const prescriptionUrl = await upload('customer');
        await orderOf({ state: 'pre-treatment', items: [], prescriptionUrl, agentId: owners.agent.id });
        return prescriptionUrl;
      },
      owners: ['customer', 'agent', 'supervisor', 'superAdmin'],
      strangers: ['supervisor', 'superAdmin'],
    },
    'the photograph of a delivering order that the pharmacist wrote': {
      make: async () => {
        const prescriptionUrl = await upload('customer');
        await orderOf({
          state: 'delivering',
          prescriptionUrl,
          itemsWrittenById: owners.agent.id,
          pharmacyId: owners.pharmacy.id,
          deliveryPersonId: owners.deliveryPerson.id,
        });
        return prescriptionUrl;
      },
      owners: ['customer', 'pharmacy', 'agent', 'supervisor', 'superAdmin'],
      strangers: ['supervisor', 'superAdmin'],
    },
    'the card on an order at the pharmacy': {
      make: async () => {
        const card = await cardOf(owners.customer);
        await orderOf({ card, pharmacyId: owners.pharmacy.id, deliveryPersonId: owners.deliveryPerson.id });
        return card.fileKey;
      },
      owners: ['customer', 'pharmacy', 'supervisor', 'superAdmin'],
      strangers: ['supervisor', 'superAdmin'],
    },
    'a card on an order of the customer that another user uploaded': {
      make: async () => {
        const card = await cardOf((await t.signIn('customer')).row);
        await orderOf({ card, pharmacyId: owners.pharmacy.id });
        return card.fileKey;
      },
      owners: ['pharmacy', 'supervisor', 'superAdmin'],
      strangers: ['supervisor', 'superAdmin'],
    },
    'the doctor’s file of a prescription without an order': {
      make: async () => {
        const url = await upload('partnerDoctor');
        await buildPrescription(t.db, { authorId: owners.partnerDoctor.id, url });
        return url;
      },
      owners: ['partnerDoctor', 'supervisor', 'superAdmin'],
      strangers: ['supervisor', 'superAdmin'],
    },
    'the doctor’s file of a prescription used by the order': {
      make: async () => {
        const url = await upload('partnerDoctor');
        const { id } = await buildPrescription(t.db, { authorId: owners.partnerDoctor.id, url });
        await orderOf({
          prescriptionId: id,
          pharmacyId: owners.pharmacy.id,
          deliveryPersonId: owners.deliveryPerson.id,
        });
        return url;
      },
      owners: ['customer', 'pharmacy', 'partnerDoctor', 'supervisor', 'superAdmin'],
      strangers: ['supervisor', 'superAdmin'],
    },
    'a file of the doctor’s prescription that a colleague uploaded': {
      make: async () => {
        const { key } = await storeTestFile(t, { ownerId: (await t.signIn('partnerDoctor')).row.id });
        await buildPrescription(t.db, { authorId: owners.partnerDoctor.id, url: key });
        return key;
      },
      owners: ['partnerDoctor', 'supervisor', 'superAdmin'],
      strangers: ['supervisor', 'superAdmin'],
    },
  };

const sign = (visitor: Visitor, key: unknown) => t.call(visitor, 'POST', '/upload/signed-url', { key });
const nothing = {
  status: 404,
  body: { success: false, code: 'FILE_NOT_FOUND', message: 'Fichier inaccessible' },
};

describe.each(Object.entries(resources))('%s', (_name, { make, ...allowed }) => {
  it('is opened only by the listed users', async () => {
    const key = await make();
    const opened: Record<string, UserType[]> = { owners: [], strangers: [] };
    for (const [whose, visitors] of [
      ['owners', await Promise.all(userTypes.map((type) => t.session(owners[type])))],
      ['strangers', Object.values(strangers)],
    ] as const) {
      for (const visitor of visitors) {
        const { type } = visitor.row;
        const response = await sign(visitor, key);
        if (type === 'deliveryPerson') expect(response.body.code).toBe('FORBIDDEN');
        else if (response.status !== 200) expect(response).toMatchObject(nothing);
        else {
          opened[whose]?.push(type);
          expect((await t.app.inject({ url: response.body.url })).statusCode).toBe(200);
        }
      }
    }
    expect(opened).toEqual(allowed);
  });
});

it("returns the same 404 for a malformed key as for another user's", async () => {
  const foreign = (await storeTestFile(t)).key;
  const keys = [
    '',
    'x',
    'A'.repeat(32),
    foreign.slice(1),
    `${foreign} `.repeat(2),
    '../../etc/passwd',
    '%00',
  ];
  keys.push('\u0000', "' or 1=1 --", 'file:x', 'é', 'x'.repeat(100_000), foreign.toLowerCase());
  for (const type of userTypes.filter((one) => one !== 'deliveryPerson')) {
    const expected = await sign(strangers[type], foreign);
    expect(expected).toMatchObject(nothing);
    for (const key of keys) {
      const response = await sign(strangers[type], key);
      expect([key.slice(0, 40), response.status, response.body]).toEqual([
        key.slice(0, 40),
        404,
        expected.body,
      ]);
    }
  }
});

it.each([undefined, null, 7, {}, ['x']])('returns 422 for a key that is not a string (%j)', async (key) => {
  const { status, body } = await sign(strangers.customer, key);
  expect([status, body.fields]).toEqual([422, { key: 'Fichier requis' }]);
});
