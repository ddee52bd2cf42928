import { expect } from 'vitest';
import { buildMedication, buildZone } from '../../builders/catalogue.ts';
import { buildFile } from '../../builders/file.ts';
import type { buildInsuranceCard } from '../../builders/insurance-card.ts';
import { startTestApp, type Visitor } from '../../testing/test-app.ts';

export const LIMIT = 20_000;
/** 100 boxes at 1 000 F, 80 % covered, in a zone at 500 F. */
export const MEDICINES = 100_000;
export const FULL = 500 + MEDICINES + MEDICINES / 10 - (MEDICINES * 80) / 100;
export const LIMITED = 500 + MEDICINES + MEDICINES / 10 - LIMIT;

export type Card = Awaited<ReturnType<typeof buildInsuranceCard>>;

export async function arrange(settings: Parameters<typeof startTestApp>[0]) {
  const server = await startTestApp(settings);
  const zone = (await buildZone(server.db, { price: 500 })).id;
  const medication = await buildMedication(server.db, { price: 1000 });
  const items = [{ medicationId: medication.id, quantity: 100 }];
  const order = (insuranceCard: string) => ({
    prescription: { type: 'numerical', items },
    deliveryZone: zone,
    deliveryAddress: 'Carré 1204, portail vert',
    insuranceCard,
  });
  return {
    server,
    agent: await server.signIn('agent'),
    supervisor: await server.signIn('supervisor'),
    pay: (who: Visitor, card: Card, more: object = {}) =>
      server.call(who, 'POST', '/payments', { order: { ...order(card.id), ...more } }),
    payOrder: (who: Visitor, orderId: string) => server.call(who, 'POST', '/payments', { orderId }),
    check: (who: Visitor, { id, rate, fileKey }: Card, refused: string | null = null, more: object = {}) =>
      server.call(who, 'POST', `/insurances/${id}/check`, { taux: rate, url: fileKey, refused, ...more }),
    listed: async (who: Visitor) =>
      (await server.call(who, 'GET', '/insurances/to-check')).body.cards as { _id: string }[],
    /** An order that was photographed, and then read by the agent. */
    read: async (who: Visitor, agent: Visitor, card: Card) => {
      const { key: url } = await buildFile(server.db, { ownerId: who.row.id });
      const placed = await server.call(who, 'POST', '/orders', {
        prescription: { type: 'physical', url },
        deliveryZone: zone,
        deliveryAddress: 'Carré 1204, portail vert',
        insuranceCard: card.id,
      });
      expect(placed.status).toBe(201);
      const { _id } = placed.body.order;
      const written = await server.call(agent, 'PUT', `/orders/${_id}`, {
        prescription: { type: 'numerical', items },
      });
      expect(written.status).toBe(200);
      return _id as string;
    },
  };
}

export type Given = Awaited<ReturnType<typeof arrange>>;
