import { homes, pageAccess } from '@amasin/domain/users/pages.ts';
import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountChanged, paidOut, payoutFailed, shareEarned } from '../benefits/notices.ts';
import { toDoctors, toPatient } from '../consultations/notices.ts';
import { toOne, toReplaced, toSupervisors } from '../orders/notices.ts';
import { paymentToReview } from '../payments/settle.ts';
import { prescriptionWaits } from '../prescriptions/notices.ts';
import { prescriptionUsed } from '../prescriptions/order.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { activeChanged, ordersToReassign } from '../users/notices.ts';
import type { Message } from './notify.ts';

const userId = v7();
const order = { id: v7(), number: 'CMD-000001', customerId: userId };
const request = { id: v7(), patientId: userId };
const roles = ['pharmacy', 'deliveryPerson', 'agent'] as const;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** Every notification of rule 36 that this type receives. */
async function messagesFor(type: UserType): Promise<Message[]> {
  const partner = [
    shareEarned({ partnerId: userId, prescriptionNumber: 'ORD-12345678', amount: 500 }),
    paidOut({ partnerId: userId, amount: 500 }),
    accountChanged(userId, { operator: 'mtn', phone: '+2290166000008' }),
    prescriptionUsed({ authorId: userId, number: 'ORD-12345678' }),
    ...(await toDoctors(server.db, request.id)),
  ];
  const person = { ...(await server.signIn(type)).row };
  const supervisor = [
    paymentToReview(userId, { transactionId: 'T' }, 'raison'),
    paymentToReview(userId, { id: order.id, transactionId: 'T' }, 'raison'),
    ...(await toSupervisors(server.db, order, 'Commande livrée', '')),
    ...(await ordersToReassign(server.db, person, 2)),
  ];
  const customer = [
    toOne(userId, 'customer', order, 'En route', ''),
    prescriptionWaits(userId),
    ...(['accepted', 'offered', 'completed'] as const).map((what) => toPatient(request, what)),
  ];
  const assigned = roles
    .filter((role) => role === type)
    .flatMap((role) => [
      toOne(userId, role, order, 'Commande assignée', ''),
      toReplaced(userId, role, order, 'Awa', null),
    ]);
  return [
    activeChanged(person, true),
    activeChanged(person, false),
    ...assigned,
    ...(type === 'customer' ? customer : []),
    ...(type === 'supervisor' ? supervisor : []),
    ...(type === 'partnerDoctor' ? partner : []),
  ];
}

describe.each(userTypes)('a notification of a %s', (type) => {
  it('leads to a page that they may open', async () => {
    const messages = await messagesFor(type);
    expect(messages.length).toBeGreaterThanOrEqual(2);
    for (const { title, link } of messages) {
      const [page = ''] = link.split('?');
      expect(pageAccess[page], `${title}: ${link}`).toContain(type);
    }
    expect(pageAccess[homes[type]]).toContain(type);
  });
});

it('leads an assigned pharmacist to the order', () => {
  const { link } = toOne(userId, 'agent', order, 'Commande assignée', '');
  expect(link).toBe(`/agent-dashboard?order=${order.id}`);
});

it('leads a super administrator to the benefits', () => {
  const { link } = payoutFailed(userId, { name: 'Awa', amount: 500, reason: null });
  expect(link).toBe('/cpanel?tab=benefice');
});
