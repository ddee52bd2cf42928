import { defaultOrder } from '../ordering.ts';
import { type Person, uniqueDigits } from '../people.ts';
import { expect, type Query } from '../product.ts';
import { PASSWORD, type StorageState, signInByApi } from '../session.ts';

/**
 * A customer signs up by the API, because outside demo mode there is no account to copy. Her browser has stored a completed,
 * unpaid draft of the default order.
 */
export async function signUpWithDraft(
  query: Query,
  name: string,
): Promise<Person & { storage: StorageState }> {
  const phone = `0196${uniqueDigits()}`;
  const response = await fetch(`${process.env.AMASIN_URL}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, phone, password: PASSWORD, consent: true }),
  });
  expect(response.status).toBe(201);
  const { user } = await response.json();
  const [medicine] = await query<{ id: string; label: string; price: number }>(
    'select id, label, price_fcfa as price from medications',
  );
  const [zone] = await query<{ id: string }>('select id from zones');
  const line = { medicationId: medicine!.id, label: medicine!.label, form: 'tablet', price: medicine!.price };
  const { sector, address, quantity } = defaultOrder;
  const draft = { lines: [{ ...line, quantity }], zoneId: zone!.id, sector, address };
  const storage = await signInByApi(phone);
  storage.origins[0]!.localStorage.push({
    name: `kept:${user._id}:order-draft`,
    value: JSON.stringify(draft),
  });
  return { id: user._id, name: user.name, identifier: phone, phone, storage };
}
