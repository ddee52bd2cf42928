import { hasProvenPhone } from '@amasin/domain/users/proven-phone.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { findUser } from './queries.ts';

/**
 * Asks for a proof of the customer's telephone, where the operator wants one, before anything that makes others work: a
 * photograph to read, a card to check, a consultation.
 * @throws 403 PHONE_PROOF_REQUIRED
 */
export async function requireProvenPhone({ db, actor, settings }: Ctx): Promise<void> {
  if (!settings.phoneProof || actor.type !== 'customer') return;
  const user = await findUser(db, actor._id);
  if (user === null || !hasProvenPhone(user)) throw new Refusal('PHONE_PROOF_REQUIRED');
}
