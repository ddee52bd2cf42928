import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { ConsentPurpose } from '@amasin/domain/users/consent.ts';
import type { Consent, userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { aboutAccount, type NewLine, type Recorder, record } from '../audit/record.ts';
import { closeChatsOf } from '../consultations/talk.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { deleteCardOf } from '../insurance/card.ts';
import { endConsent, findConsents, hasConsent, insertConsent } from '../people/consent-queries.ts';
import { lockPresent, lockUser } from '../people/queries.ts';
import { countOfDay } from '../session/limits.ts';
import { deleteAllergies } from './allergy-queries.ts';

/** The caller's consents, the oldest first. */
export async function listOwnConsents({ db, actor }: Ctx): Promise<Consent[]> {
  const rows = await findConsents(db, actor._id);
  return rows.map(({ purpose, version, givenAt, withdrawnAt }) => ({
    purpose,
    version,
    givenAt: givenAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }));
}

type GiveBody = HandlerInput<typeof userEndpoints.giveConsent>['body'];

/** Stores that the caller agrees to the words of today; unchanged when they already do. Former words end. @throws 429 TOO_MANY_TRIES after ten in a day */
export async function giveConsent(ctx: Ctx, { purpose }: GiveBody): Promise<void> {
  const userId = ctx.actor._id;
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    // Two at once are stored one after the other, and none after the account was deleted.
    await lockPresent(tx, userId);
    if (await hasConsent(tx, userId, purpose)) return;
    // Each is kept for years, and withdrawing it is never refused.
    await countOfDay(ctx, tx, 'consent');
    await endConsent(tx, { userId, purpose, at });
    await insertConsent(tx, { userId, purpose, givenAt: at });
    await record(ctx, tx, consentLine(userId, purpose, 'donné'));
  });
}

/**
 * Withdraws the consent to the use of health data; unchanged when none holds. The caller's card and allergies are deleted and their
 * consultations end; orders go on, because others already work on them.
 */
export const withdrawHealthConsent = async (ctx: Ctx): Promise<void> =>
  void (await endHealthConsent(ctx, ctx.actor._id));

/**
 * Ends the consent of a customer, as they do themselves; also of one whom a backup has brought back.
 * @returns false when none holds
 */
export async function endHealthConsent(
  ctx: Pick<SystemCtx, 'db' | 'clock' | 'jobs'> & Recorder,
  userId: string,
): Promise<boolean> {
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    // A card or a consultation that begins meanwhile is ended here, or refused.
    await lockUser(tx, userId);
    if (!(await endConsent(tx, { userId, purpose: 'health', at }))) return false;
    await deleteCardOf(ctx, tx, userId);
    await deleteAllergies(tx, userId);
    await closeChatsOf(ctx.jobs, tx, userId, at);
    await record(ctx, tx, consentLine(userId, 'health', 'retiré'));
    return true;
  });
}

/** A line of the journal; the list of what a backup must not bring back reads it (start/removed-people.ts). */
const consentLine = (id: string, purpose: ConsentPurpose, to: string): NewLine => ({
  action: 'change',
  ...aboutAccount({ id, type: 'customer' }),
  details: { fields: [`${purpose}Consent`], to },
});
