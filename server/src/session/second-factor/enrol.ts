import type { secondFactorStart } from '@amasin/domain/session/second-factor.ts';
import type { z } from 'zod';
import { recordOwn } from '../../audit/recording/record-own.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { checkOwnPassword } from '../own/check-own-password.ts';
import { deleteSessionsOf } from '../queries.ts';
import { tokenHash } from '../tokens.ts';
import { acceptSecondFactor } from './accept-code.ts';
import { confirmSecret, findSecondFactor, offerSecret, replaceRecoveryCodes } from './queries.ts';
import {
  newRecoveryCodes,
  newSecret,
  recoveryHash,
  sealSecret,
  spelled,
  stepOf,
  unsealSecret,
  uriOf,
} from './secrets.ts';

/** How long an offered secret may be confirmed, ms. */
const OFFER_MS = 15 * 60_000;

/**
 * Offers the caller a secret for their application. A second factor in use stays until it is confirmed.
 * @throws 422 WRONG_PASSWORD, CODE_REQUIRED, WRONG_SECOND_CODE; 429 TOO_MANY_TRIES
 */
export async function startSecondFactor(
  ctx: Ctx,
  { currentPassword, code }: z.output<typeof secondFactorStart>,
): Promise<{ secret: string; uri: string }> {
  const user = await checkOwnPassword(ctx, currentPassword);
  if (user.hasSecondFactor) await acceptSecondFactor(ctx, user, { code, known: null });
  const secret = await newSecret();
  await offerSecret(ctx.db, user.id, {
    offered: sealSecret(secret, ctx.linkSecret),
    offeredAt: ctx.clock.now(),
  });
  return { secret, uri: await uriOf(secret, user.email ?? user.name) };
}

/**
 * Puts the offered secret into use with a first code of it, and ends the other sessions, which were opened without.
 * @returns the recovery codes, which are stored only as hashes
 * @throws 422 WRONG_SECOND_CODE, also when no secret was offered a moment ago
 */
export async function confirmSecondFactor(ctx: Ctx, code: string, token: string | null): Promise<string[]> {
  const { _id: userId } = ctx.actor;
  const now = ctx.clock.now();
  const row = await findSecondFactor(ctx.db, userId);
  const { offered = null, offeredAt = null } = row ?? {};
  if (offered === null || offeredAt === null || now.getTime() - offeredAt.getTime() > OFFER_MS) {
    throw new Refusal('WRONG_SECOND_CODE');
  }
  const step = await stepOf(unsealSecret(offered, ctx.linkSecret), code, now);
  if (step === null) throw new Refusal('WRONG_SECOND_CODE');
  const recoveryCodes = newRecoveryCodes();
  await transact(ctx.db, async (tx) => {
    if (!(await confirmSecret(tx, userId, { offered, step }))) throw new Refusal('WRONG_SECOND_CODE');
    await replaceRecoveryCodes(
      tx,
      userId,
      recoveryCodes.map((one) => recoveryHash(ctx.linkSecret, userId, one)),
    );
    await deleteSessionsOf(tx, userId, token === null ? null : tokenHash(token));
    await recordOwn(ctx, tx, { id: userId, type: ctx.actor.type }, 'set-second-factor');
  });
  return recoveryCodes.map(spelled);
}
