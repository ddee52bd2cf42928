import type { OwnSession } from '@amasin/domain/session/own-access.ts';
import { recordOwn } from '../../audit/recording/record-own.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { deleteSessionsOf } from '../queries.ts';
import { tokenHash } from '../tokens.ts';
import { deleteOwnSession, findOwnSession, findSessionsOf } from './queries.ts';

/** The caller's sessions: the one of this call first, then the last seen first. */
export async function listOwnSessions(ctx: Ctx, token: string | null): Promise<OwnSession[]> {
  const rows = await findSessionsOf(ctx.db, ctx.actor._id, ctx.clock.now());
  const own = token === null ? null : tokenHash(token);
  const sessions = rows.map(({ id, device, createdAt, lastSeenAt, hash }) => ({
    _id: id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: (lastSeenAt ?? createdAt).toISOString(),
    current: hash === own,
  }));
  return [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)];
}

/** @throws 404 NOT_FOUND for a session of another person, an ended or an unknown one */
export async function loadOwnSession(ctx: Ctx, id: string): Promise<string> {
  const found = await findOwnSession(ctx.db, { id, userId: ctx.actor._id }, ctx.clock.now());
  if (found === null) throw new Refusal('NOT_FOUND');
  return found;
}

export async function endOwnSession(ctx: Ctx, id: string): Promise<void> {
  const { _id: userId, type } = ctx.actor;
  await transact(ctx.db, async (tx) => {
    await deleteOwnSession(tx, { id, userId });
    await recordOwn(ctx, tx, { id: userId, type }, 'end-sessions');
  });
}

export async function endOtherSessions(ctx: Ctx, token: string | null): Promise<void> {
  const { _id: userId, type } = ctx.actor;
  await transact(ctx.db, async (tx) => {
    await deleteSessionsOf(tx, userId, token === null ? null : tokenHash(token));
    await recordOwn(ctx, tx, { id: userId, type }, 'end-sessions');
  });
}
