import { consultations } from '../database/schema/consultations.ts';
import { orders } from '../database/schema/orders.ts';
import { sessions } from '../database/schema/session/sessions.ts';
import { users } from '../database/schema/users.ts';
import { forged } from './ask.ts';
import type { RecordedResponse, World } from './world.ts';

type UserType = (typeof users.$inferSelect)['type'];

const KEEPS_CATALOGUE: readonly UserType[] = ['supervisor', 'superAdmin'];
const SEES_ALL_CUSTOMERS: readonly UserType[] = ['supervisor', 'superAdmin'];
const SEES_PAYMENT: readonly UserType[] = ['customer', 'supervisor', 'superAdmin'];

/** Keys that must not appear in responses, and the exceptions. */
const SECRET_KEY = /passw|hash|token|otp|secret|salt|tries|attempt|session/i;
const allowed: Readonly<Record<string, string>> = {
  'login:token': 'the session',
  'adminLogin:token': 'the session',
  'openPayment:portal.token': 'opens the portal of one payment',
  'captcha:challenge.parameters.salt': 'part of a proof of work, public by design',
  'verifyOtp:resetToken': 'issued in exchange for the code',
  'startSecondFactor:secret': 'offered to its owner, who proved the password',
  'listSessions:sessions': 'the own ones: device and dates, no token',
};

/** Finds values in responses that their reader may not see (RELIABILITY 2, « Fields »). */
export async function findLeaks({ server, responses, passwordHash }: World): Promise<string[]> {
  const { db } = server;
  const allUsers = await db.select().from(users);
  const allOrders = await db.select().from(orders);
  const chats = await db.select().from(consultations);
  const hashes = (await db.select({ hash: sessions.tokenHash }).from(sessions)).map(({ hash }) => hash);
  const customers = allUsers.filter(({ type }) => type === 'customer');

  /** Customers whose phone this reader may see: of orders assigned to them, and of their consultations as a doctor. */
  const knownTo = (id = '') =>
    new Set([
      ...allOrders
        .filter((order) => [order.pharmacyId, order.deliveryPersonId, order.agentId].includes(id))
        .map(({ customerId }) => customerId),
      ...chats.filter(({ doctorId }) => doctorId === id).map(({ patientId }) => patientId),
    ]);

  const leaksOf = ({ name, reader, text }: RecordedResponse): string[] => {
    if (text === '') return [];
    const body = JSON.parse(text);
    // After a sign-in or registration, the user of the response is the reader.
    const id: string | undefined = reader?.id ?? body.user?._id;
    const type = reader?.type ?? (body.user?.type as UserType | undefined);
    const isOneOf = (types: readonly UserType[]) => type !== undefined && types.includes(type);
    const found: string[] = [];

    for (const { path, key, value } of entriesOf(body)) {
      const isAllowed = allowed[`${name}:${path}`] !== undefined;
      if (SECRET_KEY.test(key) && !isAllowed) found.push(path);
      if (key === 'createdBy' && !isOneOf(KEEPS_CATALOGUE)) found.push(path);
      if (key === 'transactionId' && !isOneOf(SEES_PAYMENT)) found.push(path);
      if (/^(prescription|prescriptionUrl|insuranceCard)$/.test(key) && type === 'deliveryPerson')
        found.push(path);
      if (key === 'phone' && name === 'readTimeline') found.push(path);
      const isOwn = path === 'user.email' && body.user._id === id;
      if (key === 'email' && !isOwn && type !== 'superAdmin') found.push(path);
      if (/amount|revenue|fcfa|total[A-Z]|fee/i.test(key) && name === 'readOrderStats') found.push(path);
      if (typeof value === 'string' && /\$argon2|at .*\.ts:\d+/.test(value)) found.push(path);
    }

    const known = knownTo(id);
    for (const customer of customers) {
      if (customer.id === id || isOneOf(SEES_ALL_CUSTOMERS)) continue;
      const mayCall = type !== 'customer' && known.has(customer.id);
      if (customer.phone !== null && !mayCall && text.includes(customer.phone)) found.push(customer.phone);
    }
    if (text.includes(passwordHash)) found.push('a password hash');
    if (hashes.some((hash) => text.includes(hash))) found.push('a token hash');
    for (const value of [forged._id, forged.number, forged.createdAt, forged.createdBy]) {
      if (text.includes(value)) found.push(`forged ${value}`);
    }
    return found.map((path) => `${name}, read by ${type ?? 'no session'}: ${path}`);
  };

  return [...new Set(responses.flatMap(leaksOf))];
}

/** All keys of a value with their paths: `orders.0.customer.phone`. */
function* entriesOf(
  value: unknown,
  parents: readonly string[] = [],
): Generator<{ path: string; key: string; value: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...parents, key];
    yield { path: at.join('.'), key, value: inner };
    yield* entriesOf(inner, at);
  }
}
