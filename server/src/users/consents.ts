import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { ConsentPurpose } from '@amasin/domain/users/consent.ts';
import type { Consent, userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { aboutAccount, record } from '../audit/record.ts';
import { closeChatsOf } from '../consultations/talk.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { deleteCardOf } from '../insurance/card.ts';
import { endConsent, findConsents, hasConsent, insertConsent } from '../people/consent-queries.ts';
import { lockPresent, lockUser } from '../people/queries.ts';

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

/** Stores that the caller agrees to the words of today; unchanged when they already do. Former words end. */
export async function giveConsent(ctx: Ctx, { purpose }: GiveBody): Promise<void> {
  const userId = ctx.actor._id;
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    // Two at once are stored one after the other, and none after the account was deleted.
    await lockPresent(tx, userId);
    if (await hasConsent(tx, userId, purpose)) return;
    await endConsent(tx, { userId, purpose, at });
    await insertConsent(tx, { userId, purpose, givenAt: at });
    await recordConsent(ctx, tx, purpose, 'donné');
  });
}

/**
 * Withdraws the consent to the use of health data; unchanged when none holds. The caller's card is deleted and their consultations
 * end; orders go on, because others already work on them.
 */
export async function withdrawHealthConsent(ctx: Ctx): Promise<void> {
  const userId = ctx.actor._id;
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    // A card or a consultation that begins meanwhile is ended here, or refused.
    await lockUser(tx, userId);
    if (!(await endConsent(tx, { userId, purpose: 'health', at }))) return;
    await deleteCardOf(ctx, tx, userId);
    await closeChatsOf(ctx.jobs, tx, userId, at);
    await recordConsent(ctx, tx, 'health', 'retiré');
  });
}

function recordConsent(ctx: Ctx, tx: Database, purpose: ConsentPurpose, to: string): Promise<void> {
  const account = aboutAccount({ id: ctx.actor._id, type: ctx.actor.type });
  return record(ctx, tx, { action: 'change', ...account, details: { fields: [`${purpose}Consent`], to } });
}
