import { type accountChange, missingFields } from '@amasin/domain/users/account.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { transact } from '../../database/transaction.ts';
import { presentUser } from '../../people/present.ts';
import { refuseTaken, updateUserRow } from '../../people/queries.ts';
import { Refusal } from '../../refusal.ts';
import { hashPassword } from '../../session/passwords.ts';
import { deleteSessionsOf } from '../../session/queries.ts';
import { sendSms } from '../../sms/send-sms.ts';
import { PHONE_CHANGED_TEXT } from '../../sms/texts.ts';
import { columnsOfType } from './columns-of-type.ts';
import { lockAccount } from './queries.ts';
import { recordSwitch } from './record-switch.ts';
import { refuseSuperAdmin } from './refuse-super-admin.ts';
import { isBoundToType } from './removing/removal-queries.ts';

type Change = z.output<typeof accountChange>;

/**
 * Changes what the body names and nothing else. A new type, telephone, e-mail or password ends the person's sessions (R14);
 * turned on or off, it goes as by the switch.
 * @throws 403, 404; 409 TYPE_IN_USE, PHONE_TAKEN, EMAIL_TAKEN; 422
 */
export async function updateAccount(ctx: Ctx, id: string, body: Change): Promise<User> {
  const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password);
  return refuseTaken(() =>
    transact(ctx.db, async (tx) => {
      const before = await lockAccount(tx, id);
      if (before === null) throw new Refusal('NOT_FOUND');
      refuseSuperAdmin(before.type, body.type);
      const type = body.type ?? before.type;
      if (type !== before.type && (await isBoundToType(tx, id))) throw new Refusal('TYPE_IN_USE');
      const columns = columnsOfType({ ...typedParts(before), ...defined(body), type });
      refuseIncomplete(before, body, columns);

      const { name, phone, email, address, active = before.active } = body;
      const more = active === before.active ? {} : await recordSwitch(ctx, tx, before, active);
      const after = await updateUserRow(tx, before, {
        ...{ name, phone, email, address, type, active, passwordHash },
        ...columns,
        awaitsActivation: before.awaitsActivation && type === 'pharmacy' && !active,
        // Named in the body, it is as the body says.
        ...(body.isPartner === undefined && type === 'pharmacy' && more),
      });
      await endSessions(tx, before, after);
      if (before.phone !== null && after.phone !== before.phone)
        await sendSms(ctx, tx, { to: before.phone, text: PHONE_CHANGED_TEXT });
      return presentUser(after);
    }),
  );
}

/** The parts of a row that depend on its type, as a body would name them. */
function typedParts({ longitude, latitude, titrePartenaire, isPartner, onDuty, verified }: UserRow) {
  const location =
    longitude === null || latitude === null ? null : { coordinates: [longitude, latitude] as const };
  return { titrePartenaire, isPartner, onDuty, verified, location };
}

function defined({ titrePartenaire, location, isPartner, onDuty, verified }: Change) {
  const given = { titrePartenaire, location, isPartner, onDuty, verified };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as typeof given;
}

// An address that was never given is asked for only where it is the address that is being written.
function refuseIncomplete(before: UserRow, body: Change, columns: ReturnType<typeof columnsOfType>): void {
  const fields = missingFields({
    type: body.type ?? before.type,
    email: body.email === undefined ? before.email : body.email,
    address: body.address === undefined ? 'as it was' : body.address,
    titrePartenaire: columns.titrePartenaire,
    location: columns.longitude === null ? null : columns,
  });
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID', { fields });
}

async function endSessions(tx: Database, before: UserRow, after: UserRow): Promise<void> {
  const counted = ['type', 'phone', 'email', 'passwordHash'] as const;
  if (counted.some((column) => after[column] !== before[column])) await deleteSessionsOf(tx, after.id, null);
}
