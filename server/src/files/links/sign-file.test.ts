import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInsuranceCard } from '../../builders/insurance-card.ts';
import { buildOrder } from '../../builders/order.ts';
import { buildPrescription } from '../../builders/prescription.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { keepFile } from '../../testing/upload.ts';

// A key of somebody else is never opened (F26, csv 61): every kind of person, every kind of file, the whole table.

let t: TestApp;
/** Whose the files are, and who has nothing to do with any of them. */
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
  (await keepFile(t, { ownerId: owners[owner].id, category, boundAt: t.clock.now() })).key;

const cardOf = async (owner: UserRow) =>
  buildInsuranceCard(t.db, {
    ownerId: (await t.signIn('customer')).row.id,
    fileKey: (await keepFile(t, { ownerId: owner.id, category: 'insurance', boundAt: t.clock.now() })).key,
  });

const orderOf = (given: Parameters<typeof buildOrder>[1]) =>
  buildOrder(t.db, { customerId: owners.customer.id, ...given });

/** Each resource: how its file comes to be, who of the owners may open it, and which strangers of their kind. */
const resources: Record<string, { make: () => Promise<string>; owners: UserType[]; strangers: UserType[] }> =
  {
    'an upload of the customer that nothing holds': {
      make: () => upload('customer'),
      owners: ['customer'],
      strangers: [],
    },
    'an upload of the pharmacist that nothing holds': {
      make: () => upload('agent'),
      owners: ['agent'],
      strangers: [],
    },
    'an upload of the doctor that nothing holds': {
      make: () => upload('partnerDoctor'),
      owners: ['partnerDoctor'],
      strangers: [],
    },
    // O21 speaks of what is linked, theirs or not.
    'an upload of the supervisor that nothing holds': {
      make: () => upload('supervisor'),
      owners: [],
      strangers: [],
    },
    'a card on no order': {
      make: async () => (await cardOf(owners.customer)).fileKey,
      owners: ['customer'],
      strangers: [],
    },
    'the photograph of an order that nobody has taken yet': {
      make: async () => {
        const prescriptionUrl = await upload('customer');
        await orderOf({ state: 'pre-treatment', items: [], prescriptionUrl });
        return prescriptionUrl;
      },
      owners: ['customer', 'agent', 'supervisor', 'superAdmin'],
      strangers: ['agent', 'supervisor', 'superAdmin'],
    },
    'the photograph of an order that the pharmacist has': {
      make: async () => {
        const prescriptionUrl = await upload('customer');
        await orderOf({ state: 'pre-treatment', items: [], prescriptionUrl, agentId: owners.agent.id });
        return prescriptionUrl;
      },
      owners: ['customer', 'agent', 'supervisor', 'superAdmin'],
      strangers: ['supervisor', 'superAdmin'],
    },
    'the photograph of an order on its way, read by the pharmacist': {
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
    'a card on an order of the customer that somebody else uploaded': {
      make: async () => {
        const card = await cardOf((await t.signIn('customer')).row);
        await orderOf({ card, pharmacyId: owners.pharmacy.id });
        return card.fileKey;
      },
      owners: ['pharmacy', 'supervisor', 'superAdmin'],
      strangers: ['supervisor', 'superAdmin'],
    },
    'the doctor’s file of a prescription that no order has': {
      make: async () => {
        const url = await upload('partnerDoctor');
        await buildPrescription(t.db, { authorId: owners.partnerDoctor.id, url });
        return url;
      },
      owners: ['partnerDoctor', 'supervisor', 'superAdmin'],
      strangers: ['supervisor', 'superAdmin'],
    },
    'the doctor’s file of a prescription that the order used': {
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
        const { key } = await keepFile(t, { ownerId: (await t.signIn('partnerDoctor')).row.id });
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
  it('is opened by those whom it concerns, and by nobody else', async () => {
    const key = await make();
    const opened: Record<string, UserType[]> = { owners: [], strangers: [] };
    for (const [whose, visitors] of [
      ['owners', await Promise.all(userTypes.map((type) => t.session(owners[type])))],
      ['strangers', Object.values(strangers)],
    ] as const) {
      for (const visitor of visitors) {
        const { type } = visitor.row;
        const answer = await sign(visitor, key);
        if (type === 'deliveryPerson') expect(answer.body.code).toBe('FORBIDDEN');
        else if (answer.status !== 200) expect(answer).toMatchObject(nothing);
        else {
          opened[whose]?.push(type);
          expect((await t.app.inject({ url: answer.body.url })).statusCode).toBe(200);
        }
      }
    }
    expect(opened).toEqual(allowed);
  });
});

it('a key that is none is answered as one of somebody else, byte for byte', async () => {
  const foreign = (await keepFile(t)).key;
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
      const answer = await sign(strangers[type], key);
      expect([key.slice(0, 40), answer.status, answer.body]).toEqual([key.slice(0, 40), 404, expected.body]);
    }
  }
});

it.each([undefined, null, 7, {}, ['x']])('a key that is no text (%j) is 422', async (key) => {
  const { status, body } = await sign(strangers.customer, key);
  expect([status, body.fields]).toEqual([422, { key: 'Fichier requis' }]);
});
