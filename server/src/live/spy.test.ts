import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { longAgo } from '../builders/user.ts';
import { type Talk, talkOver } from '../consultations/talk.fixture.ts';
import { type LiveClient, type LiveTest, MARK, startLiveTest, WAIT } from '../testing/live.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// One socket of each type and two strangers record everything of one scenario.

const people = {
  customer: ['customer', 'Afi Dossou'],
  stranger: ['customer', 'Bola Adé'],
  doctor: ['partnerDoctor', 'Koffi Mensah'],
  otherDoctor: ['partnerDoctor', 'Nadège Zinsou'],
  pharmacy: ['pharmacy', 'Pharmacie du Lac'],
  courier: ['deliveryPerson', 'Codjo Ahouansou'],
  agent: ['agent', 'Mariam Soumanou'],
  supervisor: ['supervisor', 'Yèkini Lawani'],
  admin: ['superAdmin', 'Estelle Houngbédji'],
} as const satisfies Record<string, [UserType, string]>;
type Person = keyof typeof people;
const names = Object.keys(people) as Person[];

let server: TestApp;
let test: LiveTest;
let talk: Talk;
let basket: Basket;
let visitors: Record<Person, Visitor>;
let clients: Record<Person, LiveClient>;

beforeAll(async () => {
  server = await startTestApp();
  test = await startLiveTest(server);
  talk = talkOver(server);
  basket = await fillBasket(server);
});
afterAll(async () => {
  await test.live.close();
  await server.close();
});

const forEach = async <T>(make: (name: Person) => Promise<T>) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await make(name)]))) as Record<
    Person,
    T
  >;

const call = async (who: Person, method: string, path: string, body?: object) => {
  const response = await server.call(visitors[who], method, path, body);
  expect(response.status).toBeLessThan(300);
  return response.body;
};
const emit = async (who: Person, event: string, data: object) =>
  expect(await clients[who].socket.timeout(20_000).emitWithAck(event, data)).toMatchObject({ success: true });

/**
 * The events that each client has received since the last call: a notification by its title, hints as one set, all
 * others unchanged.
 */
async function recorded(): Promise<Partial<Record<Person, unknown[]>>> {
  const connected = names.map((name) => clients[name]).filter(({ socket }) => socket.connected);
  await test.settled(...connected);
  const found: Partial<Record<Person, unknown[]>> = {};
  for (const name of names) {
    const events = clients[name].received.splice(0);
    const hints = new Set(events.filter(({ event }) => event === 'changed').flatMap(({ data }) => data));
    // Sent by `settled` itself.
    hints.delete(MARK.resource);
    const lines: unknown[] = events
      .filter(({ event }) => event !== 'changed')
      .map(({ event, data }) => {
        keep(name, data);
        return event === 'notification' ? (data as { title: string }).title : { [event]: data };
      });
    if (hints.size > 0) lines.push([...hints].sort());
    if (lines.length > 0) found[name] = lines;
  }
  return found;
}

const texts: Partial<Record<Person, string>> = {};
function keep(name: Person, data: unknown) {
  texts[name] = `${texts[name] ?? ''}\n${JSON.stringify(data)}`;
}

it('each socket receives the expected events and no others', async () => {
  visitors = await forEach((name) =>
    server.signIn(people[name][0], { name: people[name][1], phoneProvenAt: longAgo }),
  );
  clients = await forEach((name) => test.connect(visitors[name]));
  await recorded();

  // A prescription.
  const url = (await buildFile(server.db, { ownerId: visitors.doctor.row.id })).key;
  const items = [{ medicationId: basket.medication.id, quantity: 3 }];
  const patient = { patientName: 'Sèna Gbaguidi', patientPhone: visitors.customer.row.phone };
  const { prescription } = await call('doctor', 'POST', '/prescriptions', { ...patient, url, items });
  const number = prescription.prescriptionNumber;
  const changed = [['prescriptions']];
  const written = { doctor: changed, agent: changed, supervisor: changed, admin: changed };
  expect(await recorded()).toEqual({ ...written, customer: ['Une ordonnance vous attend'] });

  // Its order, paid.
  const order = { ...basket.order, prescription: { type: 'numerical', prescriptionNumber: number } };
  const { transactionId } = await openPayment(server, visitors.customer, { order });
  expect(await recorded()).toEqual({ ...written, customer: [['payments']] });
  await providerDoes(server, transactionId, 'approve');
  const placed = await place(server, visitors.customer, order, transactionId);
  const { _id: orderId, number: orderNumber } = placed.body.order;
  const staff = { agent: [['orders']], supervisor: [['orders']], admin: [['orders']] };
  expect(await recorded()).toEqual({
    ...staff,
    agent: [['orders', 'prescriptions']],
    customer: ['Paiement reçu', ['orders', 'payments']],
    doctor: ['Ordonnance utilisée', ['prescriptions']],
    supervisor: ['Nouvelle commande', ['orders', 'prescriptions']],
    admin: [['benefits', 'orders', 'prescriptions']],
  });

  // Assigned, delivered and ended.
  const assign = (role: 'pharmacy' | 'deliveryPerson', who: Person) =>
    call('supervisor', 'PATCH', `/orders/${orderId}/assign`, { [role]: visitors[who].row.id });
  const move = (who: Person, status: string) => call(who, 'PATCH', `/orders/${orderId}/status`, { status });
  const orders = ['orders'];
  await assign('pharmacy', 'pharmacy');
  const given = { ...staff, customer: ['Votre commande avance', orders] };
  expect(await recorded()).toEqual({ ...given, pharmacy: ['Commande assignée', orders] });
  await assign('deliveryPerson', 'courier');
  const taken = { ...given, pharmacy: [orders] };
  expect(await recorded()).toEqual({ ...taken, courier: ['Commande assignée', orders] });
  await move('courier', 'delivering');
  const told = { ...taken, courier: [orders] };
  // The pharmacy is owed what it handed over, the courier what he delivered.
  const money = [['benefits', 'orders']];
  expect(await recorded()).toEqual({
    ...told,
    pharmacy: money,
    admin: money,
    customer: ['En route', orders],
  });
  await move('courier', 'delivered');
  expect(await recorded()).toEqual({
    ...told,
    courier: money,
    admin: money,
    customer: ['Commande livrée', orders],
    supervisor: ['Commande livrée', orders],
  });
  await move('supervisor', 'ended');
  expect(await recorded()).toEqual({
    ...told,
    customer: ['Commande terminée', orders],
    doctor: ['Nouveau bénéfice', ['benefits']],
    admin: [['benefits', 'orders']],
  });

  // A notification is read.
  const { notifications } = await call('customer', 'GET', '/notifications');
  await call('customer', 'POST', `/notifications/${notifications[0]._id}/read`);
  expect(await recorded()).toEqual({ customer: [['notifications']] });

  // A consultation.
  const request = { patientName: 'Afi Kpadé', initialMessage: 'J’ai de la fièvre' };
  const chatId = await talk.start(visitors.customer, request);
  const newChatRequest = { newChatRequest: { chatId, ...request } };
  const consultations = ['consultations'];
  const asked = ['Demande de consultation', newChatRequest];
  expect(await recorded()).toEqual({ customer: [consultations], doctor: asked, otherDoctor: asked });
  await talk.accept(visitors.doctor, chatId);
  const doctorName = people.doctor[1];
  const chatAccepted = { chatAccepted: { chatId, doctorName, doctorId: visitors.doctor.row.id } };
  expect(await recorded()).toEqual({
    customer: ['Consultation acceptée', chatAccepted, consultations],
    doctor: [chatAccepted, consultations],
    otherDoctor: [{ chatTaken: { chatId } }],
  });
  for (const who of ['customer', 'doctor'] as const) await emit(who, 'joinChat', { chatId });
  await emit('customer', 'typing', { chatId });
  expect(await recorded()).toEqual({ doctor: [{ typing: { chatId } }] });
  await emit('customer', 'sendMessage', { chatId, message: { content: 'Depuis hier' } });
  await talk.send(visitors.doctor, chatId, { content: 'Buvez beaucoup' });
  const { messages } = (await talk.read(visitors.customer, chatId)).body.chat;
  const [question, reply] = [messages.at(-2), messages.at(-1)].map((message) => ({
    newMessage: { chatId, message },
  }));
  const both = [question, reply, consultations];
  expect(await recorded()).toEqual({ customer: both, doctor: both });
  await talk.complete(visitors.doctor, chatId);
  const message = (await talk.read(visitors.customer, chatId)).body.chat.messages.at(-1);
  const ended = [{ newMessage: { chatId, message } }, { chatCompleted: { chatId, doctorName } }];
  expect(await recorded()).toEqual({
    customer: ['Consultation terminée', ...ended, consultations],
    doctor: [...ended, consultations],
  });

  // An account is disabled.
  await call('admin', 'PATCH', `/users/${visitors.courier.row.id}/toggle-active`, { active: false });
  await vi.waitFor(() => expect(clients.courier.socket.connected).toBe(false), WAIT);
  expect(await recorded()).toEqual({
    courier: ['Compte désactivé'],
    supervisor: [['users']],
    admin: [['users']],
  });

  const places = [
    [/Depuis hier|Buvez beaucoup/, ['customer', 'doctor']],
    [/fièvre|Afi Kpadé/, ['customer', 'doctor', 'otherDoctor']],
    [new RegExp(orderNumber), ['customer', 'pharmacy', 'courier', 'supervisor']],
    [new RegExp(number), ['doctor']],
    [/Sèna Gbaguidi|portail vert|Fidjrossè/, []],
  ] as const;
  for (const [secret, readers] of places) {
    const found = names.filter((name) => secret.test(texts[name] ?? ''));
    expect([secret, found.toSorted()]).toEqual([secret, readers.toSorted()]);
  }
});
