import { orders } from '../database/schema/orders.ts';
import { sessions } from '../database/schema/session/sessions.ts';
import { users } from '../database/schema/users.ts';
import { forged } from './ask.ts';
import type { Given, World } from './world.ts';

type UserType = (typeof users.$inferSelect)['type'];

const KEEPS_CATALOGUE: readonly UserType[] = ['supervisor', 'superAdmin'];
const SEES_ALL_CUSTOMERS: readonly UserType[] = ['supervisor', 'superAdmin'];
const SEES_PAYMENT: readonly UserType[] = ['customer', 'supervisor', 'superAdmin'];

/** Keys that no answer has, and the two that are meant to be there. */
const SECRET = /passw|hash|token|otp|secret|salt|tries|attempt|session/i;
const meant: Readonly<Record<string, string>> = {
  'login:token': 'the session',
  'adminLogin:token': 'the session',
  'openPayment:portal.token': 'opens the portal once, for one payment',
  'captcha:challenge.parameters.salt': 'of a proof of work, public by nature',
  'verifyOtp:resetToken': 'what the code was exchanged for',
};

/** What stands in answers and must not (RELIABILITY 2, « Fields »), each with whose answer it was. */
export async function findLeaks({ server, given, passwordHash }: World): Promise<string[]> {
  const { db } = server;
  const everybody = await db.select().from(users);
  const allOrders = await db.select().from(orders);
  const hashes = (await db.select({ hash: sessions.tokenHash }).from(sessions)).map(({ hash }) => hash);
  const customers = everybody.filter(({ type }) => type === 'customer');

  /** Customers whose telephone this reader may know: their own, and those of orders that are theirs to carry out. */
  const knownTo = (id: string | undefined) =>
    new Set(
      allOrders
        .filter((order) => [order.pharmacyId, order.deliveryPersonId, order.agentId].includes(id ?? ''))
        .map(({ customerId }) => customerId),
    );

  const leaksOf = ({ name, reader, text }: Given): string[] => {
    if (text === '') return [];
    const body = JSON.parse(text);
    // Who signs in or up is their own reader.
    const id: string | undefined = reader?.id ?? body.user?._id;
    const type = reader?.type ?? (body.user?.type as UserType | undefined);
    const isOneOf = (types: readonly UserType[]) => type !== undefined && types.includes(type);
    const found: string[] = [];

    for (const { path, key, value } of entriesOf(body)) {
      const isMeant = meant[`${name}:${path}`] !== undefined;
      if (SECRET.test(key) && !isMeant) found.push(path);
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
    if (text.includes(passwordHash)) found.push('a password’s hash');
    if (hashes.some((hash) => text.includes(hash))) found.push('a token’s hash');
    for (const value of [forged._id, forged.number, forged.createdAt, forged.createdBy]) {
      if (text.includes(value)) found.push(`forged ${value}`);
    }
    return found.map((path) => `${name}, read by ${type ?? 'nobody'}: ${path}`);
  };

  return [...new Set(given.flatMap(leaksOf))];
}

/** Every key of an answer, however deep: `orders.0.customer.phone`. */
function* entriesOf(
  value: unknown,
  above: readonly string[] = [],
): Generator<{ path: string; key: string; value: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...above, key];
    yield { path: at.join('.'), key, value: inner };
    yield* entriesOf(inner, at);
  }
}
