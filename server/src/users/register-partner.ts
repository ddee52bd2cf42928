import { registrationSettings } from '@amasin/domain/house/settings.ts';
import type { newPartner } from '@amasin/domain/users/account.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import { recordOwn } from '../audit/record.ts';
import type { PublicCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { insertConsent } from '../people/consent-queries.ts';
import { presentUser } from '../people/present.ts';
import { insertUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';
import { deleteAttempt } from '../session/limit-queries.ts';
import { countRegistration } from '../session/limits.ts';
import { admitHashing, hashPassword } from '../session/passwords.ts';
import { columnsOfType } from './accounts.ts';

/**
 * Creates the account of a pharmacy, inactive and not a partner until a super administrator activates it, or of a
 * health professional, active and not verified (rule 23).
 * @throws 403 REGISTRATION_CLOSED; 409 PHONE_TAKEN, EMAIL_TAKEN; 429 TOO_MANY_TRIES, with a proof of work to do when many come from one address
 */
export async function registerPartner(ctx: PublicCtx, body: z.output<typeof newPartner>): Promise<User> {
  const { name, phone, email, address, type, titrePartenaire, location } = body;
  if (!ctx.settings[registrationSettings[type]]) throw new Refusal('REGISTRATION_CLOSED');
  const { attempt, asker } = await countRegistration(ctx, phone, body.captcha);
  const passwordHash = await admitHashing(
    asker,
    () => hashPassword(body.password),
    () => deleteAttempt(ctx.db, attempt),
  );
  const row = await transact(ctx.db, async (tx) => {
    const createdAt = ctx.clock.now();
    const added = await insertUser(tx, {
      name,
      phone,
      email,
      address,
      type,
      passwordHash,
      active: type === 'partnerDoctor',
      awaitsActivation: type === 'pharmacy',
      ...columnsOfType({ type, titrePartenaire, location }),
      createdAt,
    });
    // By registering they accept the terms.
    await insertConsent(tx, { userId: added.id, purpose: 'terms', givenAt: createdAt });
    await recordOwn(ctx, tx, added, 'create');
    return added;
  });
  return presentUser(row);
}
