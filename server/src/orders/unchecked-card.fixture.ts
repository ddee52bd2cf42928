import { expect } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import type { buildInsuranceCard } from '../builders/insurance-card.ts';
import { startTestApp, type Visitor } from '../testing/test-app.ts';

/** Boxes at 1 000 F, 80 % covered, in a zone at 500 F. */
export const totalOf = (boxes: number, rate = 80) => 500 + boxes * 10 * (110 - rate);

/** Of the last 16 000 F that may be used: 20 000 F are not to be exceeded. */
export const BOXES = 20;

export type Card = Awaited<ReturnType<typeof buildInsuranceCard>>;

export async function arrange(settings: Parameters<typeof startTestApp>[0]) {
  const server = await startTestApp(settings);
  const zone = (await buildZone(server.db, { price: 500 })).id;
  const medication = await buildMedication(server.db, { price: 1000 });
  const itemsOf = (quantity: number) => [{ medicationId: medication.id, quantity }];
  const order = (insuranceCard: string | null, quantity: number) => ({
    prescription: { type: 'numerical', items: itemsOf(quantity) },
    deliveryZone: zone,
    deliveryAddress: 'Carré 1204, portail vert',
    insuranceCard,
  });
  return {
    server,
    medication,
    agent: await server.signIn('agent'),
    supervisor: await server.signIn('supervisor'),
    pay: (who: Visitor, card: { id: string }, boxes = BOXES, more: object = {}) =>
      server.call(who, 'POST', '/payments', { order: { ...order(card.id, boxes), ...more } }),
    payOrder: (who: Visitor, orderId: string, more: object = {}) =>
      server.call(who, 'POST', '/payments', { orderId, ...more }),
    place: (who: Visitor, card: { id: string } | null, boxes = BOXES, more: object = {}) =>
      server.call(who, 'POST', '/orders', { ...order(card?.id ?? null, boxes), ...more }),
    check: (
      who: Visitor,
      { id, rate, fileKey }: Pick<Card, 'id' | 'rate' | 'fileKey'>,
      refused: string | null = null,
      more: object = {},
    ) => server.call(who, 'POST', `/insurances/${id}/check`, { taux: rate, url: fileKey, refused, ...more }),
    tick: (who: Visitor, orderId: string, verified = true) =>
      server.call(who, 'POST', `/orders/${orderId}/insurance-check`, { verified }),
    listed: async (who: Visitor) =>
      (await server.call(who, 'GET', '/insurances/to-check')).body.cards as {
        _id: string;
        orders: string[];
      }[],
    /** An order that was photographed, and then read by the agent. */
    read: async (who: Visitor, agent: Visitor, card: Card, boxes = BOXES) => {
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
        prescription: { type: 'numerical', items: itemsOf(boxes) },
      });
      expect(written.status).toBe(200);
      return _id as string;
    },
  };
}

export type Given = Awaited<ReturnType<typeof arrange>>;
