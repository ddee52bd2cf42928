import {
  type InsuranceCard,
  type insuranceCardChange,
  NO_FILE,
  type newInsuranceCard,
} from '@amasin/domain/insurance/insurance-card.ts';
import type { z } from 'zod';
import { changedFields, type Recorder, record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { bindFile, releaseFile } from '../files/queries.ts';
import { lockPresent } from '../people/queries.ts';
import { requireHealthConsent } from '../people/require-health-consent.ts';
import { requireProvenPhone } from '../people/require-proven-phone.ts';
import { Refusal } from '../refusal.ts';
import {
  type ActiveCard,
  findActiveCard,
  findRefusal,
  insertCard,
  isFileInUse,
  lockCardOf,
  markCardDeleted,
  unchecked,
  updateCard,
} from './queries.ts';

/**
 * Creates the caller's card, unverified, or refused as this file and rate were before, and binds its file to it.
 * @throws 403 PHONE_PROOF_REQUIRED, CONSENT_WITHDRAWN; 422 INVALID for a file that cannot be used; 409 CARD_EXISTS
 */
export async function createCard(ctx: Ctx, body: z.output<typeof newInsuranceCard>): Promise<InsuranceCard> {
  await requireProvenPhone(ctx);
  const ownerId = ctx.actor._id;
  const createdAt = ctx.clock.now();
  const { label, taux: rate, url: fileKey } = body;
  try {
    const card = await transact(ctx.db, async (tx) => {
      // A withdrawal of the consent has committed, or waits and deletes this card.
      await lockPresent(tx, ownerId);
      await requireHealthConsent(tx, ctx.actor);
      await bindCardFile(tx, ctx, fileKey);
      const refused = await findRefusal(ctx, tx, { ownerId, rate, fileKey });
      const added = await insertCard(tx, { ownerId, label, rate, fileKey, refused, createdAt });
      await record(ctx, tx, { action: 'create', kind: 'card', id: added.id, customerId: ownerId });
      return added;
    });
    return presentCard(card);
  } catch (error) {
    // The form was sent twice: its file is already bound to the first card.
    if (error instanceof Refusal && (await findActiveCard(ctx.db, ownerId)) !== null)
      throw new Refusal('CARD_EXISTS');
    throw error;
  }
}

/**
 * Changes the fields that the body contains on the caller's own card. What was decided about it lasts while file and rate are the same
 * (rule 40). Orders have their own copy and do not change.
 * @throws 404 NOT_FOUND; 422 INVALID for a file that cannot be used
 */
export async function changeCard(
  ctx: Ctx,
  id: string,
  body: z.output<typeof insuranceCardChange>,
): Promise<InsuranceCard> {
  return transact(ctx.db, async (tx) => {
    const card = await lockOwnCard(tx, ctx, id);
    const { label = card.label, taux: rate = card.rate, url: fileKey = card.fileKey } = body;
    if (label === card.label && rate === card.rate && fileKey === card.fileKey) return presentCard(card);
    if (fileKey !== card.fileKey) await bindCardFile(tx, ctx, fileKey);
    const isSameContent = rate === card.rate && fileKey === card.fileKey;
    const checking = isSameContent
      ? {}
      : { ...unchecked, refused: await findRefusal(ctx, tx, { ownerId: card.ownerId, rate, fileKey }) };
    const changed = await updateCard(tx, id, { label, rate, fileKey, ...checking });
    if (fileKey !== card.fileKey) await releaseCardFile(tx, card.fileKey);
    const fields = changedFields(card, { label, rate, fileKey });
    const customerId = ctx.actor._id;
    await record(ctx, tx, { action: 'change', kind: 'card', id, customerId, details: { fields } });
    return presentCard(changed);
  });
}

/** Soft-deletes the caller's own card; orders have their own copy. @throws 404 NOT_FOUND, even when already deleted */
export async function deleteCard(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    await removeCard(ctx, tx, await lockOwnCard(tx, ctx, id));
  });
}

/** Deletes the card of a customer, if they have one, as they would themselves. */
export async function deleteCardOf(recorder: Recorder, tx: Database, ownerId: string): Promise<void> {
  const found = await findActiveCard(tx, ownerId);
  const card = found && (await lockCardOf(tx, ownerId, found.id));
  if (card === null) return;
  await removeCard(recorder, tx, card);
}

async function removeCard(recorder: Recorder, tx: Database, { id, ownerId, fileKey }: ActiveCard) {
  await markCardDeleted(tx, id, recorder.clock.now());
  await releaseCardFile(tx, fileKey);
  await record(recorder, tx, { action: 'delete', kind: 'card', id, customerId: ownerId });
}

/** Releases the file of a card unless an order or a card refers to it. */
export async function releaseCardFile(tx: Database, fileKey: string): Promise<void> {
  if (!(await isFileInUse(tx, fileKey))) await releaseFile(tx, fileKey);
}

async function lockOwnCard(tx: Database, ctx: Ctx, id: string): Promise<ActiveCard> {
  const card = await lockCardOf(tx, ctx.actor._id, id);
  if (card === null) throw new Refusal('NOT_FOUND');
  return card;
}

async function bindCardFile(tx: Database, ctx: Ctx, key: string): Promise<void> {
  const binding = { key, ownerId: ctx.actor._id, category: 'insurance', at: ctx.clock.now() } as const;
  await bindFile(tx, binding, { path: 'url', message: NO_FILE });
}

/** Every field of an insurance card that the API returns. */
export function presentCard(card: ActiveCard): InsuranceCard {
  return {
    _id: card.id,
    label: card.label,
    taux: card.rate,
    url: card.fileKey,
    verified: card.verified,
    ...(card.refused !== null && { refused: card.refused }),
  };
}
