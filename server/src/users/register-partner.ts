import type { newPartner } from '@amasin/domain/users/account.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import { recordOwn } from '../audit/recording/record-own.ts';
import type { PublicCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { presentUser } from '../people/present.ts';
import { insertUser } from '../people/queries.ts';
import { hashPassword } from '../session/passwords.ts';
import { countAttempt } from '../session/rate-limits/count-attempt.ts';
import { columnsOfType } from './accounts/account-type.ts';

/**
 * Creates the account of a pharmacy, inactive and not a partner until a super administrator activates it, or of a
 * health professional, active and not verified (rule 23).
 * @throws 409 PHONE_TAKEN, EMAIL_TAKEN; 429 TOO_MANY_TRIES
 */
export async function registerPartner(ctx: PublicCtx, body: z.output<typeof newPartner>): Promise<User> {
  const { name, phone, email, address, type, titrePartenaire, location } = body;
  await countAttempt(ctx, 'register', phone);
  const passwordHash = await hashPassword(body.password);
  const row = await transact(ctx.db, async (tx) => {
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
      createdAt: ctx.clock.now(),
    });
    await recordOwn(ctx, tx, added, 'create');
    return added;
  });
  return presentUser(row);
}
