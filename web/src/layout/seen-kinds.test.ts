import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { expect, test } from 'vitest';
import { keys } from '../lib/keys.ts';
import { aListOf, anOrder } from '../testing/orders.ts';
import { seenKind } from './seen-kinds.ts';

const SECRETS = /Paracétamol|ordonnance\.jpg|carte\.jpg|Fièvre|ORD-/;

const { prescription } = anOrder();
const order = anOrder({
  prescription: prescription ? { ...prescription, prescriptionNumber: 'ORD-12345678' } : null,
  prescriptionUrl: 'ordonnance.jpg',
  insuranceCard: { _id: 'c', label: null, taux: 80, url: 'carte.jpg', verified: true },
  allowedActions: ['pay', 'cancel'],
});
const chat: ChatSummary = {
  _id: 'chat',
  chatId: 'chat',
  patientId: 'afi',
  patientName: 'Afi',
  patientPhone: '+2290197000001',
  patientEmail: null,
  doctorId: 'd',
  doctorName: 'Dr Hounsou',
  status: 'active',
  createdAt: '2026-11-20T08:05:00.000Z',
  acceptedAt: null,
  completedAt: null,
  initialMessage: 'Fièvre depuis hier',
  lastSeq: 1,
  unread: 0,
  lastMessage: {
    seq: 1,
    senderType: 'patient',
    content: 'Fièvre depuis hier',
    timestamp: '2026-11-20T08:05:00.000Z',
    hasFile: false,
  },
  allowedActions: [],
};
const pagesOf = (page: object) => ({ pages: [page, page], pageParams: [1, 2] });

test.each([
  ['an order', keys.orders.detail('a'), order, { number: 'CMD-000041', totalAmount: 1900 }],
  [
    'the orders',
    keys.orders.list({ q: '', state: 'all', limit: 10 }),
    pagesOf(aListOf(order)),
    { pages: [{ orders: [{ deliveryAddress: 'Cadjèhoun\nportail bleu', allowedActions: ['pay'] }] }] },
  ],
  [
    'the consultations',
    keys.consultations.list({}),
    pagesOf({ chats: [chat], total: 1 }),
    { pages: [{ chats: [{ doctorName: 'Dr Hounsou' }] }] },
  ],
])('%s is stored without a word about health', (_, key, data, kept) => {
  const part = seenKind(key)?.partOf(data);
  expect(part).toMatchObject(kept);
  expect(JSON.stringify(data)).toMatch(SECRETS);
  expect(JSON.stringify(part)).not.toMatch(SECRETS);
});

test.each([
  ['a search for medicines', keys.medications.of('search', 'doliprane')],
  ['a prescription', keys.prescriptions.of('search', 'ORD-12345678')],
  ['the messages of a consultation', keys.consultations.detail('chat')],
  ['what to order again', keys.orders.of('again', 'a')],
  ['the timeline of an order', keys.orders.of('timeline', 'a')],
  ['another’s statistics', keys.stats.of('global')],
])('%s is not stored', (_, key) => {
  expect(seenKind(key)).toBeNull();
});

test.each([{ q: 'CMD-12' }, { state: 'pending' }, { date: '2026-11-20' }])(
  'a list filtered by %o is not stored',
  (filters) => {
    expect(seenKind(keys.orders.list(filters))).toBeNull();
  },
);

test('the lists of two pages without filters are the same', () => {
  expect(seenKind(keys.orders.list({ q: '', state: 'all', limit: 10 }))?.name).toBe(
    seenKind(keys.orders.list({}))?.name,
  );
});
