import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { type Talk, talkOver } from '../consultations/talk.fixture.ts';
import { smsMessages } from '../database/schema/sms.ts';
import { openPayment, placePaidOrder, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let talk: Talk;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp({ settings: { smsMoments: ['paid', 'on-the-way', 'delivered', 'answer'] } });
  talk = talkOver(server);
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});
afterAll(() => server.close());

/** The texts that this person's telephone received, oldest first. */
const textsTo = async ({ row }: Visitor, app = server) =>
  (await app.messages())
    .filter(({ to }) => to === row.phone)
    .map(({ text }) => text)
    .toReversed();

const carriedBy = async (app: TestApp, buyer: Visitor, courier: Visitor) => ({
  state: 'pending' as const,
  customerId: buyer.row.id,
  pharmacyId: (await app.signIn('pharmacy')).row.id,
  deliveryPersonId: courier.row.id,
});

/** Ends the minute in which the patient may read the answer in the application. */
const wait = () => server.pool.query(`update pgboss.job set start_after = now() where name = 'send-sms'`);

describe('an order', () => {
  it('that a paid basket becomes is announced once, however often its payment is reported', async () => {
    const order = await placePaidOrder(server, customer);
    await server.call(customer, 'GET', `/payments/${order.transactionId}`);
    await providerDoes(server, order.transactionId, 'approve');
    expect(await textsTo(customer)).toEqual([
      `Amasin : votre commande ${order.number} est payée (4 825 F). Nous la préparons.`,
    ]);
  });

  it('that was read first is announced when it is paid', async () => {
    const order = await buildOrder(server.db, { state: 'pre-treatment', customerId: customer.row.id });
    const { transactionId } = await openPayment(server, customer, { orderId: order.id });
    expect(await textsTo(customer)).toEqual([]);
    await providerDoes(server, transactionId, 'approve');
    expect(await textsTo(customer)).toEqual([expect.stringContaining(`${order.number} est payée`)]);
  });

  it('is announced when it leaves and when it is delivered, once each, with whom to call', async () => {
    const courier = await server.signIn('deliveryPerson', {
      name: 'Gérôme Dossou',
      phone: '+2290196112233',
    });
    const { id, number } = await buildOrder(server.db, await carriedBy(server, customer, courier));
    const move = (status: string) => server.call(courier, 'PATCH', `/orders/${id}/status`, { status });
    // From two devices at once, then again.
    const [one, other] = await Promise.all([move('delivering'), move('delivering')]);
    expect([one.status, other.status, (await move('delivering')).status]).toEqual([200, 200, 200]);
    const { handoverCode } = (await server.call(customer, 'GET', `/orders/${id}`)).body.order;
    const left = `Amasin : votre commande ${number} est en route avec Gérome. Pour lui parler : 0196112233. Code à lui donner : ${handoverCode}.`;
    expect(await textsTo(customer)).toEqual([left]);
    for (const again of [1, 2]) expect([again, (await move('delivered')).status]).toEqual([again, 200]);
    const arrived = `Amasin : votre commande ${number} est livrée. Rien n'est arrivé ? Appelez-nous sans attendre : 0196009900.`;
    expect(await textsTo(customer)).toEqual([left, arrived]);
    expect(await textsTo(courier)).toEqual([]);
  });

  it('keeps its notifications', async () => {
    const order = await placePaidOrder(server, customer);
    const { notifications } = (await server.call(customer, 'GET', '/notifications')).body;
    expect(notifications).toMatchObject([
      { title: 'Paiement reçu', message: expect.stringContaining(order.number) },
    ]);
  });

  it('is not announced to a number that cannot receive messages', async () => {
    const short = await server.signIn('customer', { phone: '+22901970000011' });
    await placePaidOrder(server, short);
    expect(await textsTo(short)).toEqual([]);
  });
});

describe('a doctor’s answer', () => {
  let doctor: Visitor;
  let chat: string;
  const answer = 'Amasin : on a répondu à votre demande. Ouvrez Amasin pour lire la réponse et continuer.';
  const says = async (visitor: Visitor, content: string) =>
    expect((await talk.send(visitor, chat, { content })).status).toBe(201);
  const reads = async () => {
    const { lastSeq } = (await talk.read(customer, chat)).body.chat;
    expect((await server.call(customer, 'POST', `/chat/${chat}/read`, { seq: lastSeq })).status).toBe(204);
  };

  beforeEach(async () => {
    doctor = await server.signIn('partnerDoctor');
    // Available, so that the acceptance is not announced.
    await server.pool.query('insert into presence (user_id, seen_at) values ($1, $2)', [
      doctor.row.id,
      server.clock.now(),
    ]);
    chat = await talk.active(customer, doctor);
    await reads();
  });

  it('is announced after a minute, once, without a word of it', async () => {
    await says(doctor, 'Prenez du paracétamol.');
    expect(await textsTo(customer)).toEqual([]);
    await wait();
    expect(await textsTo(customer)).toEqual([answer]);
    await says(doctor, 'Et buvez beaucoup.');
    await wait();
    expect(await textsTo(customer)).toEqual([answer]);
  });

  it('is not announced when it was read meanwhile; a later one may be', async () => {
    await says(doctor, 'Bonjour');
    await reads();
    await wait();
    expect(await textsTo(customer)).toEqual([]);
    await says(customer, 'Merci');
    await says(doctor, 'Une dernière chose');
    await wait();
    expect(await textsTo(customer)).toEqual([answer]);
  });

  it('is not announced for what the patient writes', async () => {
    await says(customer, 'Docteur ?');
    await wait();
    expect(await textsTo(customer)).toEqual([]);
  });
});

it('sends only the moments of the settings', async () => {
  const quiet = await startTestApp({ settings: { smsMoments: ['delivered'] } });
  const buyer = await quiet.signIn('customer');
  const courier = await quiet.signIn('deliveryPerson');
  await placePaidOrder(quiet, buyer);
  const { id } = await buildOrder(quiet.db, await carriedBy(quiet, buyer, courier));
  for (const status of ['delivering', 'delivered'])
    await quiet.call(courier, 'PATCH', `/orders/${id}/status`, { status });
  expect(await textsTo(buyer, quiet)).toEqual([expect.stringContaining('est livrée')]);
  await quiet.close();
});

it('notes each message without its text and with a masked number', async () => {
  await placePaidOrder(server, customer);
  await textsTo(customer);
  const rows = await server.db.select().from(smsMessages).where(eq(smsMessages.kind, 'paid'));
  expect(rows.length).toBeGreaterThan(0);
  for (const { state, phone } of rows)
    expect([state, phone]).toEqual(['sent', expect.stringMatching(/^01 •• •• •• \d\d$/)]);
  expect(JSON.stringify(rows)).not.toMatch(/Amasin|\+229/);
});
