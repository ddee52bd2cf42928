import { consultations } from '../database/schema/consultations.ts';
import { orders } from '../database/schema/orders.ts';
import { sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { forged } from './ask.ts';
import type { RecordedResponse, World } from './world.ts';

type UserType = (typeof users.$inferSelect)['type'];

/**
 * Finds values in responses that their reader may not see, wherever they stand. `fields.txt` says who gets a field, but not whose:
 * a person reads their own e-mail where they must not read that of another.
 */
export async function findLeaks({ server, responses, passwordHash }: World): Promise<string[]> {
  const { db } = server;
  const allUsers = await db.select().from(users);
  const hashes = new Set(
    (await db.select({ hash: sessions.tokenHash }).from(sessions)).map(({ hash }) => hash),
  );
  const byPhone = new Map(
    allUsers.filter(({ type }) => type === 'customer').map(({ phone, id }) => [phone, id]),
  );
  const byEmail = new Map(allUsers.map(({ email, id }) => [email, id]));

  // Pairs of a reader and a customer.
  const chats = await db.select().from(consultations);
  const patients = new Set(chats.map(({ doctorId, patientId }) => `${doctorId} ${patientId}`));
  const assigned = new Set(
    (await db.select().from(orders)).flatMap(({ customerId, pharmacyId, deliveryPersonId, agentId }) =>
      [pharmacyId, deliveryPersonId, agentId].map((id) => `${id} ${customerId}`),
    ),
  );

  const leaksOf = ({ name, reader, text }: RecordedResponse): string[] => {
    if (text === '') return [];
    // After a sign-in or registration, the user of the response is the reader.
    const { user } = JSON.parse(text) as { user?: { _id: string; type: UserType } };
    const id = reader?.id ?? user?._id;
    const type = reader?.type ?? user?.type;
    const mayWriteTo = (owner: string | undefined) =>
      owner === undefined || owner === id || type === 'superAdmin' || patients.has(`${id} ${owner}`);
    const mayCall = (owner: string | undefined) =>
      mayWriteTo(owner) || type === 'supervisor' || assigned.has(`${id} ${owner}`);

    const phones = text.match(/\+229\d+/g) ?? [];
    const emails = text.match(/[\w.-]+@exemple\.bj/g) ?? [];
    const found = [
      ...phones.filter((phone) => !mayCall(byPhone.get(phone))),
      ...emails.filter((email) => !mayWriteTo(byEmail.get(email))),
      ...(text.match(/[0-9a-f]{64}/g) ?? []).filter((hash) => hashes.has(hash)),
      ...(text.match(/\$argon2|\bat [^"]*\.ts:\d+/g) ?? []),
      ...[forged._id, forged.number, forged.createdAt, forged.createdBy].filter((value) =>
        text.includes(value),
      ),
    ];
    if (text.includes(passwordHash)) found.push('a password hash');
    return found.map((value) => `${name}, read by ${type ?? 'no session'}: ${value}`);
  };

  return [...new Set(responses.flatMap(leaksOf))];
}
