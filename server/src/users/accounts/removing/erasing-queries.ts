import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';

/** Replaces an erased address, because orders.address is not null. */
const NO_ADDRESS = 'Adresse supprimée';

interface RemovedUser {
  readonly id: string;
  readonly name: string;
  /** Replaces the name. */
  readonly replacement: string;
}

/**
 * Erases a customer from their orders: the address, what supervisors noted when they cancelled one, and the patient of prescriptions that were digitized for them. A partner's
 * prescription is the partner's own patient record and does not change.
 */
export async function eraseFromOrders(tx: Database, { id, replacement }: RemovedUser): Promise<void> {
  await tx.execute(sql`
    update payments set content_digest = transaction_id,
      draft = jsonb_set(draft, '{address}', to_jsonb(${NO_ADDRESS}::text))
    where customer_id = ${id} and draft is not null`);
  await tx.execute(sql`
    update payments set paying_phone = null, portal = portal - 'phone'
    where customer_id = ${id} and paying_phone is not null`);
  await tx.execute(sql`
    update prescriptions p set patient_name = ${replacement}, patient_phone = '', content_digest = null
    from orders o, users author
    where o.prescription_id = p.id and o.customer_id = ${id}
      and author.id = p.author_id and author.type <> 'partnerDoctor'`);
  await tx.execute(
    sql`update orders set address = ${NO_ADDRESS}, cancel_note = null where customer_id = ${id}`,
  );
}

/** Erases a name from other users' notifications: of assignments and of deactivated accounts. */
export async function eraseFromNotifications(
  tx: Database,
  { id, name, replacement }: RemovedUser,
): Promise<void> {
  const account = `Le compte de ${name} (`;
  await tx.execute(sql`
    update notifications set message = replace(message, ${name}, ${replacement})
    where starts_with(message, ${account})`);
  const given = (person: string) => `confiée à ${person}`;
  const erased = (message: SQL) => sql`case when starts_with(${message}, ${name})
    then ${replacement} || substr(${message}, length(${name}) + 1)
    else replace(${message}, ${given(name)}, ${given(replacement)}) end`;
  await tx.execute(sql`
    update notifications set message = ${erased(sql`message`)}, earlier = coalesce((
      select jsonb_agg(jsonb_set(one, '{message}', to_jsonb(${erased(sql`(one ->> 'message')`)})) order by place)
      from jsonb_array_elements(earlier) with ordinality as sentence(one, place)), '[]')
    where order_id in (
      select order_id from order_events where to_value = ${id}::text and action ~ '^(assign|replace)-')`);
}
