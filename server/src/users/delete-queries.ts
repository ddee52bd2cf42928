import { UNDER_WAY_MS } from '@amasin/domain/payments/follow-up.ts';
import type { BlockingItem } from '@amasin/domain/users/blocking-item.ts';
import { eq, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { consents } from '../database/schema/consents.ts';
import { presence } from '../database/schema/consultations.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { notifications } from '../database/schema/notifications.ts';
import { isToReview, payments } from '../database/schema/payments.ts';
import { payoutAccounts, payouts } from '../database/schema/payouts.ts';
import { prescriptionWatchers } from '../database/schema/prescriptions.ts';
import { idempotencyKeys } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { allergies } from '../database/schema/warnings.ts';
import { asPrescribed, isPatient, prescribedTo } from '../scopes/phones.ts';
import { keepsPrescription } from '../scopes/prescriptions.ts';

/** The number of unfinished orders assigned to this user as pharmacy, courier or agent, or whose medicines they hold. */
export async function countCarriedOrders(db: Database, id: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from orders
    where state not in ('ended', 'cancelled') and (pharmacy_id = ${id} or delivery_person_id = ${id} or held_by_id = ${id}
      or (agent_id = ${id} and state = 'pre-treatment'))`);
  return rows[0]?.n ?? 0;
}

/** Until when the money of a row of `payments` may be on its way; null when none is. */
const underWayUntil = sql`payments.created_at + case payments.status ${sql.join(
  Object.entries(UNDER_WAY_MS).map(([status, ms]) =>
    sql.raw(`when '${status}' then interval '${ms / 1000} seconds'`),
  ),
  sql` `,
)} end`;

/** Whether a row of `payments` is under review and not decided, or its money may be on its way. */
const isOpenPayment = (now: Date) => sql`((${isToReview(payments)}) or ${underWayUntil} > ${now})`;

/**
 * Whether an unfinished order needs this user (as customer, assignee or prescriber), or money of theirs may be on its way or waits for
 * a decision.
 */
export function isNeededByOrders(db: Database, id: string, now: Date): Promise<boolean> {
  return isTrue(
    db,
    sql`exists (
      select from orders o left join prescriptions p on p.id = o.prescription_id
      where o.state not in ('ended', 'cancelled') and (${id} in (o.customer_id, o.pharmacy_id, o.delivery_person_id, o.held_by_id, p.author_id)
        or (o.agent_id = ${id} and o.state = 'pre-treatment'))
    ) or exists (
      select from payments where customer_id = ${id} and ${isOpenPayment(now)}
    ) or exists (select from refunds where customer_id = ${id} and state <> 'done')
    or exists (select from payouts where beneficiary_id = ${id} and state in ('asked', 'sent'))`,
  );
}

/** Enough to say what is open; more would not be read. */
const MAX_OPEN = 10;

/**
 * Finds what is open for a customer, the oldest first: her unfinished orders, and what is followed of the money of finished ones or of
 * none.
 */
export async function findOpenOf(db: Database, id: string, now: Date): Promise<BlockingItem[]> {
  const { rows } = await db.execute<{
    kind: BlockingItem['kind'];
    id: string | null;
    number: string | null;
    until: string | null;
  }>(sql`
    select kind, id, number, to_json(until) #>> '{}' as until from (
      select case when state = 'pre-treatment' then 'unpaid' else 'order' end as kind, id, number, created_at as since,
        null::timestamptz as until
      from orders where customer_id = ${id} and state not in ('ended', 'cancelled')
      union all
      select 'payment', o.id, o.number, payments.created_at, ${underWayUntil}
      from payments left join orders o on o.id = payments.order_id
      where payments.customer_id = ${id} and (o.id is null or o.state in ('ended', 'cancelled')) and ${isOpenPayment(now)}
      union all
      select 'refund', o.id, o.number, refunds.asked_at, null from refunds left join orders o on o.id = refunds.order_id
      where refunds.customer_id = ${id} and refunds.state <> 'done'
    ) as open order by since limit ${sql.raw(String(MAX_OPEN))}`);
  return rows.map(({ kind, id: orderId, number, until }) => ({
    kind,
    order: orderId === null || number === null ? null : { _id: orderId, number },
    ...(until !== null && { until: new Date(until).toISOString() }),
  }));
}

/**
 * Whether orders, payments, prescriptions, consultations, a card or ledger entries refer to this user: their type
 * cannot change then.
 */
export function isBoundToType(db: Database, id: string): Promise<boolean> {
  return isTrue(
    db,
    sql`exists (select from orders where ${id} in (customer_id, pharmacy_id, delivery_person_id, held_by_id, agent_id))
      or exists (select from payments where customer_id = ${id})
      or exists (select from prescriptions where author_id = ${id})
      or exists (select from consultations where ${id} in (patient_id, doctor_id))
      or exists (select from insurance_cards where owner_id = ${id} and deleted_at is null)
      or exists (select from entries where beneficiary_id = ${id})`,
  );
}

/** Whether a row that must not be deleted refers to this user: every reference without `on delete`. */
export function hasHistory(db: Database, id: string): Promise<boolean> {
  return isTrue(
    db,
    sql`exists (select from orders
        where ${id} in (customer_id, pharmacy_id, delivery_person_id, agent_id, items_written_by_id))
      or exists (select from order_events where actor_id = ${id} or ${id}::text in (from_value, to_value))
      or exists (select from payments where customer_id = ${id})
      or exists (select from payments where reviewed_by_id = ${id})
      or exists (select from refunds where ${id} in (asked_by_id, customer_id, settled_by_id))
      or exists (select from stray_debits where closed_by_id = ${id})
      or exists (select from payouts where ${id} in (beneficiary_id, asked_by_id))
      or exists (select from prescriptions where ${id} in (author_id, reserved_by_id))
      or exists (select from journals where actor_id = ${id})
      or exists (select from entries where beneficiary_id = ${id})
      or exists (select from medications where ${id} in (created_by_id, checked_by_id))
      or exists (select from insurance_cards where ${id} in (owner_id, checked_by_id))
      or exists (select from claim_lines where changed_by_id = ${id})
      or exists (select from feedback where handled_by_id = ${id})
      or exists (select from reports where taken_by_id = ${id})
      or exists (select from recalls where ${id} in (created_by_id, lifted_by_id))
      or exists (select from recall_pharmacies where pharmacy_id = ${id})
      or exists (select from recall_recipients where customer_id = ${id})
      or exists (select from warnings where seen_by_id = ${id})
      or exists (select from files where owner_id = ${id})
      or exists (select from consultations where ${id} in (patient_id, doctor_id))`,
  );
}

async function isTrue(db: Database, condition: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await db.execute<{ result: boolean }>(sql`select ${condition} as result`);
  return rows[0]?.result === true;
}

/** Deletes the row; sessions, notifications, consents and idempotency keys cascade. */
export async function deleteUserRow(tx: Database, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id));
}

/** Erases the personal data of a row, which remains under this name for the rows that refer to it. */
export async function erasePerson(tx: Database, id: string, name: string): Promise<void> {
  await tx
    .update(users)
    .set({
      name,
      email: null,
      phone: null,
      passwordHash: null,
      address: null,
      active: false,
      onDuty: false,
      isPartner: false,
      awaitsActivation: false,
      verified: false,
      titrePartenaire: null,
      pharmacist: null,
      licenceNumber: null,
      licenceFrom: null,
      licenceUntil: null,
      orderNumber: null,
      licenceTold: null,
      longitude: null,
      latitude: null,
    })
    .where(eq(users.id, id));
  await tx.delete(payoutAccounts).where(eq(payoutAccounts.userId, id));
  await tx.update(payouts).set({ phone: null }).where(eq(payouts.beneficiaryId, id));
  await tx.delete(notifications).where(or(eq(notifications.userId, id), eq(notifications.namesId, id)));
  await tx.delete(consents).where(eq(consents.userId, id));
  await tx.delete(allergies).where(eq(allergies.userId, id));
  // A deleted row takes these with it; the responses have names and addresses.
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, id));
  await tx.delete(prescriptionWatchers).where(eq(prescriptionWatchers.customerId, id));
  await tx.delete(presence).where(eq(presence.userId, id));
}

/** Replaces an erased address, because orders.address is not null. */
const NO_ADDRESS = 'Adresse supprimée';

/** Replaces an erased note about money: who decided keeps one. */
const NO_NOTE = 'Note supprimée';

interface RemovedUser {
  readonly id: string;
  readonly name: string;
  /** Replaces the name. */
  readonly replacement: string;
}

/**
 * Erases a customer from their orders and payments: the address, every free text that others wrote about them, which may name the person
 * or the telephone, and the photograph of one that was cancelled unpaid, as it proves nothing. Its file goes with those that nothing
 * refers to. Notices about these orders repeat such texts, and all of them have ended.
 */
export async function eraseFromOrders(tx: Database, id: string): Promise<void> {
  await tx.execute(sql`
    update payments set content_digest = transaction_id,
      draft = draft || jsonb_build_object('address', ${NO_ADDRESS}::text, 'insuranceCard', null)
    where customer_id = ${id} and draft is not null`);
  await tx.execute(sql`
    update payments set paying_phone = null, portal = portal - 'phone'
    where customer_id = ${id} and paying_phone is not null`);
  // Nobody finds a link of an account that is gone: what was paid by it stays (rule 56).
  await tx.execute(
    sql`update pay_links set draft = null, content_digest = id::text where customer_id = ${id} and draft is not null`,
  );
  await tx.execute(
    sql`update orders set address = ${NO_ADDRESS}, cancel_note = null, problem_note = null, insurer_agreement = null, problem_medication_id = null where customer_id = ${id}`,
  );
  await tx.execute(
    sql`update payments set review_note = ${NO_NOTE} where customer_id = ${id} and review_note is not null`,
  );
  await tx.execute(
    sql`update refunds set settled_note = ${NO_NOTE} where customer_id = ${id} and settled_note is not null`,
  );
  await tx.execute(sql`update refunds set note = null where customer_id = ${id} and note is not null`);
  await tx.execute(sql`
    update feedback set note = null, outcome_note = null from orders where orders.id = feedback.order_id and orders.customer_id = ${id}`);
  await tx.execute(
    sql`delete from warnings using orders where orders.id = warnings.order_id and orders.customer_id = ${id}`,
  );
  // A report that was declared stays for the authority, without what says whose it is.
  await tx.execute(sql`
    with hers as materialized (
      select reports.id, photo, declared_on from reports join orders on orders.id = reports.order_id where orders.customer_id = ${id}
    ), undeclared as (
      delete from reports using hers where reports.id = hers.id and hers.declared_on is null
    ), declared as (
      update reports set photo = null, closed_note = null, facts = facts - 'initials' || '{"initials": null}' from hers
      where reports.id = hers.id and hers.declared_on is not null
    )
    update files set bound_at = null from hers where files.key = hers.photo`);
  await tx.execute(sql`
    update stray_debits set note = ${NO_NOTE} from payments
    where payments.transaction_id = stray_debits.transaction_id and payments.customer_id = ${id} and stray_debits.note is not null`);
  await tx.execute(sql`
    delete from notifications using orders where orders.id = notifications.order_id and orders.customer_id = ${id}`);
  await tx.execute(sql`
    with photograph as materialized (
      select id, prescription_url as key from orders
      where customer_id = ${id} and state = 'cancelled' and paid_at is null and prescription_url is not null
    ), of_order as (
      update orders set prescription_url = null from photograph where orders.id = photograph.id
    ), of_prescription as (
      update prescriptions set url = null from photograph where prescriptions.url = photograph.key
    )
    update files set bound_at = null from photograph where files.key = photograph.key`);
}

/**
 * Erases the patient from the prescriptions that our staff wrote: those that their orders keep, and those whose patient they are by their
 * telephone (rule 49). One that another customer has ordered is that customer's, one whose patient is another customer that patient's,
 * and a partner's is the partner's own patient record: they do not change.
 */
export async function eraseFromPrescriptions(
  tx: Database,
  { id, replacement }: Omit<RemovedUser, 'name'>,
): Promise<void> {
  const other = alias(users, 'other');
  await tx.execute(sql`
    update prescriptions set patient_name = ${replacement}, patient_phone = '', client_ref = null, content_digest = null
    from users author
    where author.id = prescriptions.author_id and author.type <> 'partnerDoctor' and prescriptions.patient_phone <> ''
      and (prescriptions.id in (${prescribedTo(id)})
        or exists (select from orders where prescription_id = prescriptions.id and customer_id = ${id} and ${keepsPrescription}))
      and not exists (select from orders where prescription_id = prescriptions.id and customer_id <> ${id} and state <> 'cancelled')
      and not exists (select from users other where ${isPatient(asPrescribed, other)} and other.id <> ${id})`);
}

/** Erases what a customer called her cards, also those that she deleted before. */
export async function eraseCards(tx: Database, id: string): Promise<void> {
  await tx.update(insuranceCards).set({ label: null }).where(eq(insuranceCards.ownerId, id));
}

/** Erases a name from other users' notifications of assignments. Those that name an account otherwise go with it. */
export async function eraseFromNotifications(
  tx: Database,
  { id, name, replacement }: RemovedUser,
): Promise<void> {
  const assignedTo = (person: string) => `confiée à ${person}`;
  const erased = (message: SQL) => sql`case when starts_with(${message}, ${name})
    then ${replacement} || substr(${message}, length(${name}) + 1)
    else replace(${message}, ${assignedTo(name)}, ${assignedTo(replacement)}) end`;
  await tx.execute(sql`
    update notifications set message = ${erased(sql`message`)}, earlier = coalesce((
      select jsonb_agg(jsonb_set(one, '{message}', to_jsonb(${erased(sql`(one ->> 'message')`)})) order by place)
      from jsonb_array_elements(earlier) with ordinality as sentence(one, place)), '[]')
    where order_id in (
      select order_id from order_events where to_value = ${id}::text and action ~ '^(assign|replace)-')`);
}
