import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { EndpointName } from '@amasin/domain/endpoints.ts';
import { eq, ne, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPendingPayment } from '../builders/payment.ts';
import { audit } from '../database/schema/audit.ts';
import { consents } from '../database/schema/consents.ts';
import { orders } from '../database/schema/orders.ts';
import type { UserRow } from '../database/schema/users.ts';
import { signCall } from '../payments/providers/call.ts';
import { SIGNATURE_HEADER } from '../payments/providers/sandbox.ts';
import { insertConsent } from '../people/consent-queries.ts';
import { allScenarios } from '../permissions/all-scenarios.ts';
import { ask } from '../permissions/ask.ts';
import type { Input } from '../permissions/scenario.ts';
import { allowedTypes, type Call, readCalls } from '../permissions/table.ts';
import { callerOf, openWorld, type World } from '../permissions/world.ts';
import { TEST_SECRET } from '../testing/test-app.ts';

// Every call of the contract that writes leaves a line in the journal, or is one of these, with its reason.

const exceptions: Partial<Record<EndpointName, string>> = {
  createAddress: 'a place that only its customer reads; orders keep their own copy',
  updateAddress: 'the same',
  deleteAddress: 'the same',
  sendMessage: 'the message is a row that cannot be changed, with its author and time',
  markChatRead: 'what the person has read in their own conversation',
  readNotification: 'what the person has read of their own notifications',
  readAllNotifications: 'the same',
  subscribePush: 'a device of the person’s own session',
  unsubscribePush: 'the same',
  uploadFile: 'the file is a row with its owner and time; what it is joined to is recorded, and each opening',
  signFile: 'writes nothing: opening the link is recorded',
  printPrescription: 'the same',
  printReceipt: 'the same',
  readDutyList: 'writes nothing: it reads a pasted text',
  previewImport: 'writes nothing: it reads a file',
  previewStock: 'the same',
  sendStock: 'the list is a row with its time; the key that sent it is recorded when it is made',
  switchStock: 'the line is a row of the pharmacy’s own list, with its time',
  calculateBenefits: 'writes nothing: it reads the ledger',
  openPayment:
    'the payment is a row with its customer and time; no money has moved, and its settlement is recorded',
  createPayLink: 'the link is a row with its customer and times; a payment that it opens is one too',
  changePayLink: 'the same',
  withdrawPayLink: 'the same',
  readPayLink: 'writes nothing: the link shows what its customer lets it show',
  openPayLink: 'as openPayment',
  followPayLink: 'as openPayment',
  answerRecall: 'the answer is a row with its customer and time',
  answerStock: 'the answer is a row with its pharmacy and time',
  seeInquiry: 'the inquiry is a row with its pharmacy and the time at which it was opened',
  answerInquiry: 'the answer is a row with its pharmacy and time; paying it is recorded',
  seeWarning: 'what was seen is a row with its pharmacy, time and reason',
  writeAllergies: 'a text of the customer’s own, which nobody else reads',
  sendTestSms: 'it goes to the caller, and changes nothing',
  resumeMoney: 'nothing waits here; ending a wait is recorded (stats/situation.test.ts)',
  requestOtp: 'the same for a telephone without an account; the new password is recorded',
  verifyOtp: 'the same',
  reportSms: 'no one of Amasin does it; the message is a row with its state and times',
  reportWhatsApp: 'the same',
  startSecondFactor: 'the offered secret counts for nothing until it is confirmed, which is recorded',
};

/** The legal input of the permission tests changes nothing for these: another one does. */
const changing: Partial<Record<EndpointName, (customer: UserRow) => Promise<Input>>> = {
  // Another name would make a prescriber unverified, who accepts no request.
  updateOwnDetails: async () => ({ body: { address: 'Akpakpa' } }),
  withdrawHealthConsent: async ({ id: userId }) => {
    const { db, clock } = world.server;
    await insertConsent(db, { userId, purpose: 'health', givenAt: clock.now() });
    return {};
  },
  replacePhoto: async ({ id: customerId }) => {
    const { db, clock } = world.server;
    const own = { ownerId: customerId };
    const { key } = await buildFile(db, { ...own, boundAt: clock.now() });
    const { key: url } = await buildFile(db, own);
    const unread = { state: 'pre-treatment', items: [], customerId, prescriptionUrl: key } as const;
    const { id } = await buildOrder(db, unread);
    await db.update(orders).set({ photoProblem: 'blurred' }).where(eq(orders.id, id));
    return { params: { id }, body: { url } };
  },
  solveProblem: async () => {
    const { db, clock } = world.server;
    const { id } = await buildOrder(db, { state: 'delivering' });
    await db
      .update(orders)
      .set({ problem: 'customer-absent', problemAt: clock.now() })
      .where(eq(orders.id, id));
    return { params: { id } };
  },
  receivePaymentEvent: async ({ id: customerId }) => {
    const { db, clock } = world.server;
    const order = await buildOrder(db, { state: 'pre-treatment', customerId });
    const amount = order.total ?? 0;
    const opened = { customerId, amount, draft: null, orderId: order.id, createdAt: clock.now() };
    const { transactionId } = await buildPendingPayment(db, opened);
    const event = {
      eventId: v7(),
      transactionId,
      status: 'failed',
      amount,
      currency: 'XOF',
      reference: v7(),
    };
    const rawBody = JSON.stringify(event);
    const signature = signCall(rawBody, TEST_SECRET, clock.now());
    return { params: { provider: 'sandbox' }, rawBody, headers: { [SIGNATURE_HEADER]: signature } };
  },
};

const writing = readCalls().filter(({ endpoint }) => endpoint.method !== 'GET');
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.server.close());
// One that was withdrawn would refuse the next calls.
afterEach(() => world.server.db.delete(consents));

/** Without those that the response leaves because it was read: they would hide that the change left none. */
const count = async () =>
  (
    await world.server.db
      .select({ n: sql`count(*)`.mapWith(Number) })
      .from(audit)
      .where(ne(audit.action, 'read'))
  )[0]?.n ?? 0;

/** The lines that a successful call adds, for each type that may call it. */
async function linesOf({ name, endpoint, row }: Call): Promise<number[]> {
  const { server } = world;
  const isPublic = (endpoint as Endpoint).allow === 'public';
  const types = isPublic ? (['customer'] as const) : allowedTypes(row);
  const added: number[] = [];
  for (const type of types) {
    const person = await callerOf(world, allScenarios[name], type);
    const input = await (changing[name]?.(person) ?? allScenarios[name].legal(world, person));
    const visitor = isPublic ? null : await server.session(person);
    const before = await count();
    const response = await ask(world, name, visitor, input);
    expect(response.status, response.text).toBeLessThan(300);
    added.push((await count()) - before);
  }
  return added;
}

describe.each(writing)('$title', (call) => {
  const reason = exceptions[call.name];
  it(reason === undefined ? 'is recorded' : `is not recorded: ${reason}`, async () => {
    const added = await linesOf(call);
    expect(added).not.toEqual([]);
    for (const lines of added) {
      if (reason === undefined) expect(lines).toBeGreaterThan(0);
      else expect(lines).toBe(0);
    }
  });
});

it('has an exception for calls that exist and write only', () => {
  const names = new Set<string>(writing.map(({ name }) => name));
  expect(Object.keys(exceptions).filter((name) => !names.has(name))).toEqual([]);
});
