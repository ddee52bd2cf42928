import { type accountChange, missingFields } from '@amasin/domain/users/account.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import { aboutAccount } from '../../audit/recording/about-account.ts';
import { recordChange } from '../../audit/recording/record-change.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { transact } from '../../database/transaction.ts';
import { refuseTaken, updateUserRow } from '../../people/queries.ts';
import { Refusal } from '../../refusal.ts';
import { hashPassword } from '../../session/passwords.ts';
import { deleteSessionsOf } from '../../session/queries.ts';
import { sendSms } from '../../sms/send-sms.ts';
import { phoneChangedWords } from '../../sms/texts.ts';
import { columnsOfType, refuseSuperAdmin } from './account-type.ts';
import { presentAccount, versionOf } from './present-account.ts';
import { lockAccount } from './queries.ts';
import { isBoundToType } from './removing/removal-queries.ts';
import { applyActiveChange } from './switch-account.ts';

type Change = z.output<typeof accountChange>;

/**
 * Changes only the fields that the body names. A new type, phone, e-mail or password ends the account's sessions; a
 * change of `active` has the same effects as `switchAccount`.
 * @throws 403 FORBIDDEN from or to superAdmin; 404 NOT_FOUND; 409 ACCOUNT_CHANGED since the body's version was read, TYPE_IN_USE when rows need the old type, PHONE_TAKEN,
 * EMAIL_TAKEN; 422 INVALID when a field that the type requires would be missing
 */
export async function updateAccount(ctx: Ctx, id: string, body: Change): Promise<User> {
  const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password);
  return refuseTaken(() =>
    transact(ctx.db, async (tx) => {
      const before = await lockAccount(tx, id);
      if (before === null) throw new Refusal('NOT_FOUND');
      refuseSuperAdmin(before.type, body.type);
      if (body.version !== undefined && body.version !== versionOf(before))
        throw new Refusal('ACCOUNT_CHANGED');
      const type = body.type ?? before.type;
      if (type !== before.type && (await isBoundToType(tx, id))) throw new Refusal('TYPE_IN_USE');
      const columns = columnsOfType({ ...typeFields(before), ...defined(body), type });
      refuseIncomplete(before, body, columns);

      const { name, phone, email, address, active = before.active } = body;
      const more = active === before.active ? {} : await applyActiveChange(ctx, tx, before, active);
      const after = await updateUserRow(tx, before, {
        name,
        phone,
        email,
        address,
        type,
        active,
        passwordHash,
        ...columns,
        awaitsActivation: before.awaitsActivation && type === 'pharmacy' && !active,
        // An explicit isPartner in the body takes precedence.
        ...(body.isPartner === undefined && type === 'pharmacy' && more),
      });
      await endSessions(tx, before, after);
      await recordChange(ctx, tx, aboutAccount(after), before, after);
      if (before.phone !== null && after.phone !== before.phone)
        await sendSms(ctx, tx, { to: before.phone, words: phoneChangedWords(ctx.settings.contactPhone) });
      return presentAccount(after);
    }),
  );
}

/** The columns that depend on the type, in the shape of a request body. */
function typeFields({ longitude, latitude, ...row }: UserRow) {
  const { titrePartenaire, pharmacist, isPartner, onDuty, verified } = row;
  const location =
    longitude === null || latitude === null ? null : { coordinates: [longitude, latitude] as const };
  return { titrePartenaire, pharmacist, isPartner, onDuty, verified, location };
}

function defined({ titrePartenaire, location, pharmacist, isPartner, onDuty, verified }: Change) {
  const given = { titrePartenaire, location, pharmacist, isPartner, onDuty, verified };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as typeof given;
}

// A missing address is an error only when the body changes the address.
function refuseIncomplete(before: UserRow, body: Change, columns: ReturnType<typeof columnsOfType>): void {
  const fields = missingFields({
    type: body.type ?? before.type,
    email: body.email === undefined ? before.email : body.email,
    address: body.address === undefined ? 'unchanged' : body.address,
    titrePartenaire: columns.titrePartenaire,
    location: columns.longitude === null ? null : columns,
  });
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID', { fields });
}

async function endSessions(tx: Database, before: UserRow, after: UserRow): Promise<void> {
  const credentials = ['type', 'phone', 'email', 'passwordHash'] as const;
  if (credentials.some((column) => after[column] !== before[column]))
    await deleteSessionsOf(tx, after.id, null);
}
