import { userTypes } from '@amasin/domain/users/user-type.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let supervisor: Visitor;
let customer: Visitor;
let card: Awaited<ReturnType<typeof buildInsuranceCard>>;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor', { name: 'Rosine Adjovi' });
});
afterAll(() => server.close());
beforeEach(async () => {
  customer = await server.signIn('customer');
  card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 37 });
});

const check = (id: string, verified: unknown = true, visitor = supervisor) =>
  server.call(visitor, 'POST', `/orders/${id}/insurance-check`, { verified });
const orderWithCard = (given: Parameters<typeof buildOrder>[1] = {}) =>
  buildOrder(server.db, { customerId: customer.row.id, card, ...given });
const isCardVerified = async () => {
  const [row] = await server.db.select().from(insuranceCards).where(eq(insuranceCards.id, card.id));
  return row?.verified;
};
const checksOf = async (id: string) => {
  const { body } = await server.call(supervisor, 'GET', `/orders/${id}/timeline`);
  return body.timeline.filter(({ action }: { action: string }) => action === 'check-insurance');
};
const changeCard = (body: object) => server.call(customer, 'PUT', `/insurances/${card.id}`, body);

describe('checking the card of an order', () => {
  it('verifies the card of the order and the customer’s card, and adds an event', async () => {
    const { id } = await orderWithCard();
    const { status, body } = await check(id);
    expect(status).toBe(200);
    expect(body.order.insuranceCard).toEqual({
      _id: card.id,
      label: card.label,
      taux: 37,
      url: card.fileKey,
      verified: true,
    });
    expect(await isCardVerified()).toBe(true);
    expect(await checksOf(id)).toEqual([
      {
        at: expect.any(String),
        actor: { name: 'Rosine Adjovi', type: 'supervisor' },
        action: 'check-insurance',
        from: 'false',
        to: 'true',
        reason: null,
      },
    ]);
  });

  it('can be reverted', async () => {
    const { id } = await orderWithCard();
    await check(id);
    expect((await check(id, false)).body.order.insuranceCard.verified).toBe(false);
    expect(await isCardVerified()).toBe(false);
    expect((await checksOf(id)).map(({ to }: { to: string }) => to)).toEqual(['true', 'false']);
  });

  it('writes nothing when the value is unchanged, even for concurrent requests', async () => {
    const { id } = await orderWithCard();
    expect((await check(id, false)).status).toBe(200);
    expect(await checksOf(id)).toEqual([]);
    const responses = await Promise.all(Array.from({ length: 20 }, () => check(id)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await checksOf(id)).toHaveLength(1);
  });

  it('does not verify a customer’s card whose rate or file changed, or that was deleted', async () => {
    for (const change of [
      () => changeCard({ taux: 80 }),
      async () =>
        changeCard({
          url: (await buildFile(server.db, { ownerId: customer.row.id, category: 'insurance' })).key,
        }),
      () => server.call(customer, 'DELETE', `/insurances/${card.id}`),
    ]) {
      const [row] = await server.db.select().from(insuranceCards).where(eq(insuranceCards.id, card.id));
      const { id } = await orderWithCard({ card: row! });
      expect((await change()).status).toBeLessThan(300);
      expect((await check(id)).body.order.insuranceCard.verified).toBe(true);
      expect(await isCardVerified()).toBe(false);
    }
  });

  it('stays on the card through another name, and is reset by another rate, not on the order', async () => {
    const { id } = await orderWithCard();
    await check(id);
    await changeCard({ label: 'Mutuelle' });
    expect(await isCardVerified()).toBe(true);
    await changeCard({ taux: 80 });
    expect(await isCardVerified()).toBe(false);
    const { body } = await server.call(customer, 'GET', `/orders/${id}`);
    expect(body.order.insuranceCard).toMatchObject({ label: card.label, verified: true });
  });

  it('returns 409 for an order without card', async () => {
    const { id } = await buildOrder(server.db);
    expect(await check(id)).toMatchObject({
      status: 409,
      body: { code: 'NO_INSURANCE_CARD', message: 'Cette commande n’a pas de carte d’assurance' },
    });
  });

  it.each([undefined, null, 'true', 1])('returns 422 for %j', async (verified) => {
    const { id } = await orderWithCard();
    const response = await server.call(supervisor, 'POST', `/orders/${id}/insurance-check`, { verified });
    expect(response).toMatchObject({
      status: 422,
      body: { fields: { verified: 'Indiquez si la carte est vérifiée' } },
    });
  });

  it('is allowed to agents on orders in their scope, and to supervisors on all orders', async () => {
    const agent = await server.signIn('agent');
    const other = await server.signIn('agent');
    const mine = { state: 'pre-treatment', items: [], agentId: agent.row.id } as const;
    const { id } = await orderWithCard(mine);
    expect((await check(id, true, other)).status).toBe(404);
    expect((await check(id, true, agent)).status).toBe(200);
    expect((await check(id, false, await server.signIn('superAdmin'))).status).toBe(200);
    const paid = await orderWithCard();
    expect((await check(paid.id, true, agent)).status).toBe(404);
    const others = userTypes.filter((type) => !['agent', 'supervisor', 'superAdmin'].includes(type));
    for (const type of others) expect((await check(id, true, await server.signIn(type))).status).toBe(403);
    expect((await check(id, true, customer)).status).toBe(403);
  });
});
