import type { newAccount } from '@amasin/domain/users/account.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import { aboutAccount } from '../../audit/recording/about-account.ts';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { presentUser } from '../../people/present.ts';
import { insertUser } from '../../people/queries.ts';
import { hashPassword } from '../../session/passwords.ts';
import { columnsOfType, refuseSuperAdmin } from './account-type.ts';

/**
 * Creates an account of any type except superAdmin. By default it is active, a pharmacy is a partner (rule 23), and a
 * prescriber is not verified.
 * @throws 403 FORBIDDEN for a superAdmin; 409 PHONE_TAKEN, EMAIL_TAKEN
 */
export async function createAccount(ctx: Ctx, body: z.output<typeof newAccount>): Promise<User> {
  refuseSuperAdmin(body.type);
  const { name, phone, email, address, password, type, active = true } = body;
  const passwordHash = await hashPassword(password);
  const row = await transact(ctx.db, async (tx) => {
    const added = await insertUser(tx, {
      name,
      phone,
      email,
      address,
      type,
      active,
      passwordHash,
      ...columnsOfType({ ...body, isPartner: body.isPartner ?? true }),
      createdAt: ctx.clock.now(),
    });
    await record(ctx, tx, { action: 'create', ...aboutAccount(added) });
    return added;
  });
  return presentUser(row);
}
