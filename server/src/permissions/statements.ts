import type { statementEndpoints } from '@amasin/domain/statements/endpoints.ts';
import { prepareEarnings } from '../benefits/earnings.fixture.ts';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import type { UserRow } from '../database/schema/users.ts';
import { settleWith } from './benefits.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** The month of the orders that are built. */
const params = { month: '2026-11' };

/** An ended order that is worth this amount, FCFA, on the statement of a payee. */
async function worth({ server: { db } }: World, { id, type }: UserRow, amount: number) {
  if (type === 'partnerDoctor') return (await prepareEarnings(db)).order(id, amount * 2);
  const medication = await buildMedication(db, { price: amount });
  const items = [{ medication, quantity: 1 }];
  const zone = await buildZone(db, { price: amount });
  const owner = type === 'pharmacy' ? { pharmacyId: id } : { deliveryPersonId: id };
  return buildOrder(db, { state: 'ended', zone, items, ...owner });
}

const legal = ({ people }: World) => ({ params, query: { id: people.partnerDoctor.owner.id } });

/** The caller's own statement, whatever id is sent. */
async function scopeOf(world: World, caller: UserRow) {
  const { stranger } = world.people[caller.type];
  await worth(world, caller, 300);
  await worth(world, stranger, 500);
  return { query: { id: stranger.id } };
}

const amountOf = ({ amount }: { amount: number }) => amount;

export const statementScenarios: ScenariosOf<typeof statementEndpoints> = {
  listStatements: {
    legal,
    scope: async (world, caller) => ({
      input: await scopeOf(world, caller),
      read: ({ holder, months }) => [holder._id, months.map(amountOf)],
      expected: [caller.id, [300]],
    }),
  },
  readStatement: {
    legal,
    scope: async (world, caller) => ({
      input: { params, ...(await scopeOf(world, caller)) },
      read: ({ holder, statement, lines }) => [holder._id, statement.amount, lines.map(amountOf)],
      expected: [caller.id, 300, [300]],
    }),
    rows: settleWith,
  },
  exportStatement: { legal },
  printStatement: { legal },
};
