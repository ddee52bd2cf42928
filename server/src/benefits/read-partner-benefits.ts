import type { Earnings } from '@amasin/domain/benefits/benefit.ts';
import { splitRemaining } from '@amasin/domain/benefits/journal.ts';
import type { Ctx } from '../ctx.ts';
import { findUser } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { sumPartnerBalance } from './balance-queries.ts';

/**
 * What a partner earned: their own figures whatever id they send, those of the partner it names for anybody else.
 * @throws 422 without an id; 404 for whoever is no partner
 */
export async function readPartnerBenefits(ctx: Ctx, asked: string | undefined): Promise<Earnings> {
  const id = ctx.actor.type === 'partnerDoctor' ? ctx.actor._id : asked;
  if (id === undefined) throw invalidField('id', 'Indiquez le partenaire');
  const partner = await findUser(ctx.db, id);
  if (partner?.type !== 'partnerDoctor') throw new Refusal('NOT_FOUND');
  const balance = await sumPartnerBalance(ctx.db, id);
  const { payable, held } = splitRemaining(balance, partner.verified);
  return { ...balance, pending: payable, held };
}
