import type { registration } from '@amasin/domain/session/credentials.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import { recordOwn } from '../audit/record.ts';
import type { PublicCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { insertConsent } from '../people/consent-queries.ts';
import { presentUser } from '../people/present.ts';
import { insertUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';
import { deleteAttempt } from './limit-queries.ts';
import { countRegistration } from './limits.ts';
import { admitHashing, hashPassword } from './passwords.ts';

/**
 * Creates a customer, who accepts the terms by registering; other fields of the body are ignored. Unique indexes decide between concurrent requests.
 * @throws 403 REGISTRATION_CLOSED; 409 PHONE_TAKEN, EMAIL_TAKEN; 429 TOO_MANY_TRIES, with a proof of work to do when many accounts were attempted from the
 * address
 */
export async function registerCustomer(
  ctx: PublicCtx,
  { name, phone, email, address, password, captcha }: z.output<typeof registration>,
): Promise<User> {
  if (!ctx.settings.registerCustomers) throw new Refusal('REGISTRATION_CLOSED');
  const { attempt, asker } = await countRegistration(ctx, phone, captcha);
  const passwordHash = await admitHashing(
    asker,
    () => hashPassword(password),
    () => deleteAttempt(ctx.db, attempt),
  );
  const row = await transact(ctx.db, async (tx) => {
    const createdAt = ctx.clock.now();
    const customer = { type: 'customer' as const, name, phone, email, address, passwordHash, createdAt };
    const added = await insertUser(tx, customer);
    await insertConsent(tx, { userId: added.id, purpose: 'terms', givenAt: createdAt });
    await recordOwn(ctx, tx, added, 'create');
    return added;
  });
  return presentUser(row);
}
