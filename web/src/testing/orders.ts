import type { Order, OrderCandidate } from '@amasin/domain/orders/order.ts';

/** A paid order that waits for a pharmacy, with changes. */
export function anOrder(changes: Partial<Order> = {}): Order {
  return {
    _id: '0198a000-0000-7000-8000-0000000000a1',
    number: 'CMD-000041',
    date: '2026-11-20T08:05:00.000Z',
    paidAt: '2026-11-20T08:05:00.000Z',
    promisedAt: '2026-11-20T10:05:00.000Z',
    expectedAt: '2026-11-20T09:00:00.000Z',
    state: 'pending',
    readyAt: null,
    cancelReason: null,
    customer: {
      _id: '0198a000-0000-7000-8000-000000000001',
      name: 'Afi Dossou',
      phone: '+2290197000001',
    },
    pharmacy: null,
    deliveryPerson: null,
    agent: null,
    deliveryZone: 'Cotonou – 12e arrondissement',
    deliveryTown: 'Cotonou',
    deliveryAddress: 'Cadjèhoun\nportail bleu',
    prescription: {
      _id: null,
      type: 'numerical',
      prescriptionNumber: null,
      items: [
        {
          medicationId: '0198a000-0000-7000-8000-0000000000b1',
          label: 'Paracétamol 500 mg',
          quantity: 2,
          price: 500,
        },
      ],
      prescriptorName: null,
      verified: true,
    },
    prescriptionUrl: null,
    insuranceCard: null,
    itemsCount: 1,
    medicinesAmount: 1000,
    deliveryFee: 800,
    commission: 100,
    leftOut: [],
    insuranceReduction: 0,
    totalAmount: 1900,
    finalAmount: 1900,
    transactionId: null,
    allowedActions: [],
    ...changes,
  };
}

/** The response of GET /orders for these orders. */
export function aListOf(...orders: Order[]) {
  const counts = { 'pre-treatment': 0, pending: 0, delivering: 0, delivered: 0, ended: 0, cancelled: 0 };
  for (const { state } of orders) counts[state] += 1;
  return { orders, total: orders.length, counts };
}

/** A free pharmacy at 1.2 km, with changes. */
export function aCandidate(changes: Partial<OrderCandidate> = {}): OrderCandidate {
  return {
    _id: '0198a000-0000-7000-8000-0000000000c1',
    name: 'Pharmacie Fifamè',
    phone: '+2290197000013',
    stock: null,
    openOrders: 0,
    metres: 1_240,
    onDuty: false,
    minutesToReady: null,
    lastStop: null,
    unproven: null,
    ...changes,
  };
}
