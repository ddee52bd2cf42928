import { sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';

/** What stands in the place of an address that has gone: an order has one. */
const NO_ADDRESS = 'Adresse supprimée';

/** Who goes: what they were called (`name`), and what is said instead (`as`). */
interface Gone {
  readonly id: string;
  readonly name: string;
  readonly as: string;
}

/**
 * Takes a customer out of their orders: where these went, and whose the prescriptions were that our people read for them.
 * What a prescriber wrote is the prescriber's own record of a patient, and stays.
 */
export async function eraseFromOrders(tx: Database, { id, as }: Gone): Promise<void> {
  await tx.execute(sql`
    update payments set content_digest = transaction_id,
      draft = jsonb_set(draft, '{address}', to_jsonb(${NO_ADDRESS}::text))
    where customer_id = ${id} and draft is not null`);
  await tx.execute(sql`
    update prescriptions p set patient_name = ${as}, patient_phone = '', content_digest = null
    from orders o, users author
    where o.prescription_id = p.id and o.customer_id = ${id}
      and author.id = p.author_id and author.type <> 'partnerDoctor'`);
  await tx.execute(sql`update orders set address = ${NO_ADDRESS} where customer_id = ${id}`);
}

/** Takes a name out of what others were told: who prepares, carries or reads their order, whose account is off. */
export async function eraseFromNotices(tx: Database, { id, name, as }: Gone): Promise<void> {
  const account = `Le compte de ${name} (`;
  await tx.execute(sql`
    update notifications set message = replace(message, ${name}, ${as})
    where starts_with(message, ${account}) or (starts_with(message, ${name}) and link in (
      select '/tracking?order=' || order_id from order_events
      where to_value = ${id}::text and action ~ '^(assign|replace)-'))`);
}
