import { pageAccess } from '@amasin/domain/users/pages.ts';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../database/database.ts';

/** Fails the test when an invariant is violated. */
export async function expectInvariants(db: Database): Promise<void> {
  expect(await brokenInvariants(db)).toEqual([]);
}

const openPages = Object.entries(pageAccess).flatMap(([page, types]) =>
  types.map((type) => `('${type}', '${page}')`),
);

/** What paid orders took of each prescription and did not give back, by medicine. */
const given = `given as (
  select o.prescription_id, coalesce(i.prescribed_id, i.medication_id) as medication_id, sum(i.quantity - coalesce(back.boxes, 0)) as boxes
  from orders o join order_items i on i.order_id = o.id
    left join (select order_id, position, sum(quantity) as boxes from refund_lines group by 1, 2) back
      on back.order_id = i.order_id and back.position = i.position
  where o.prescription_id is not null and o.state not in ('pre-treatment', 'cancelled') group by 1, 2)`;

/** Each invariant of orders, prescriptions, files and consultations, as a query for its violations (`id`). */
const orderInvariants: Readonly<Record<string, string>> = {
  'I1 the timeline of an order is a legal path to its state': `
    with steps as (
      select order_id, from_value, to_value, action,
        lag(to_value) over w as before, row_number() over w as nth,
        row_number() over (partition by order_id order by id desc) as back
      from order_events
      where action in ('create', 'pay', 'start-delivery', 'mark-delivered', 'end', 'cancel', 'accept-cancel', 'cancel-paid', 'bring-back')
      window w as (partition by order_id order by id)
    )
    select distinct o.id from orders o left join steps s on s.order_id = o.id
    where s.order_id is null
      or (nth = 1 and (action <> 'create' or from_value is not null
        or to_value not in ('pre-treatment', 'pending')))
      or (nth > 1 and (from_value is distinct from before or (action, from_value, to_value) not in (
        ('pay', 'pre-treatment', 'pending'), ('start-delivery', 'pending', 'delivering'),
        ('mark-delivered', 'delivering', 'delivered'), ('end', 'delivered', 'ended'),
        ('cancel', 'pre-treatment', 'cancelled'), ('accept-cancel', 'pending', 'cancelled'),
        ('cancel-paid', 'pending', 'cancelled'), ('cancel-paid', 'delivering', 'cancelled'),
        ('bring-back', 'delivering', 'pending'))))
      or (back = 1 and to_value <> o.state)`,
  'I4 a prescription has at most one unpaid order; the one that it names took something of it': `
    select p.id from prescriptions p
    where (select count(*) from orders where prescription_id = p.id and state = 'pre-treatment') > 1
      or p.used_by_id is not null and not exists (select from orders o
        where o.id = p.used_by_id and o.prescription_id = p.id and o.state not in ('pre-treatment', 'cancelled'))`,
  'I4 no more is given of a medicine than was prescribed; a prescription is used when nothing remains that is given': `
    with ${given}
    select p.id from prescriptions p left join (
      select prescription_id, bool_and(l.boxes <= coalesce(given.boxes, 0)) as served,
        bool_or(coalesce(l.boxes, 0) < given.boxes) as exceeded
      from (select prescription_id, medication_id, sum(quantity * (1 + repeats)) as boxes from prescription_items group by 1, 2) l
      full join given using (prescription_id, medication_id) group by 1
    ) l on l.prescription_id = p.id
    where p.erased_at is null and p.deleted_at is null
      and (coalesce(l.exceeded, false) or (p.used_at is not null) <> (p.closing is not null or l.served))`,
  'I4 what an order takes and leaves out of a medicine is prescribed; while it is not paid, that is all that remains, unless more came back': `
    with ${given}
    select o.id from orders o left join prescriptions p on p.id = o.prescription_id
      cross join lateral (select medication_id, sum(quantity) as boxes from (
        select coalesce(prescribed_id, medication_id) as medication_id, quantity from order_items where order_id = o.id
        union all select (line ->> 'medicationId')::uuid, (line ->> 'quantity')::int from jsonb_array_elements(o.left_out) line) each
        group by 1) chosen
      left join lateral (select sum(quantity) as boxes, sum(quantity * (1 + repeats)) as total,
          bool_or(repeats > 0 or deliver_before is not null) as varies
        from prescription_items where prescription_id = o.prescription_id and medication_id = chosen.medication_id) line on true
      left join given on given.prescription_id = o.prescription_id and given.medication_id = chosen.medication_id
    where o.prescription_id is not null and o.state <> 'cancelled' and o.erased_at is null and p.erased_at is null
      and (line.boxes is null or chosen.boxes > line.boxes
        or o.state = 'pre-treatment' and (chosen.boxes > line.total - coalesce(given.boxes, 0)
          or not line.varies and chosen.boxes < line.boxes - coalesce(given.boxes, 0)
            and not exists (select from orders other where other.prescription_id = o.prescription_id and other.id <> o.id
              and (other.state = 'cancelled' or exists (select from refund_lines where order_id = other.id)))))`,
  'another medicine is given when somebody agreed to it; an open proposal is about a shortage of its order': `
    select i.order_id as id from order_items i where i.prescribed_id is not null and not exists (select from substitutions s
      where s.order_id = i.order_id and s.position = i.position and s.state = 'agreed' and s.prescribed_id = i.prescribed_id
        and s.medication_id = i.medication_id)
    union select s.order_id from substitutions s join orders o on o.id = s.order_id
      where s.state in ('checking', 'prescriber', 'asking', 'calling') and (o.state <> 'pending' or o.problem is null)`,
  'pharmacies are asked about unpaid orders only; what one keeps is paid, and one answer of a round is agreed to': `
    select i.id from inquiries i join orders o on o.id = i.order_id
      where i.state in ('asked', 'silent') and o.state <> 'pre-treatment' or i.state = 'kept' and o.state = 'pre-treatment'
        or i.state = 'kept' and i.taken_at is null
    union select (array_agg(i.id))[1] from inquiries i where i.taken_at is not null and i.state in ('answered', 'kept')
      group by i.order_id, i.round having count(*) > 1`,
  'the author of an order’s items wrote its prescription or attached one of a prescriber': `
    select o.id from orders o left join prescriptions p on p.id = o.prescription_id
      left join users a on a.id = p.author_id
    where o.items_written_by_id is not null and (p.id is null
        or (p.author_id <> o.items_written_by_id and a.type <> 'partnerDoctor'))`,
  'the reader of a prescription wrote the items of one of its orders, and not the prescription': `
    select p.id from prescriptions p
    where p.reader_id is distinct from nullif((select items_written_by_id from orders o where o.prescription_id = p.id
      and o.state <> 'cancelled' and items_written_by_id is not null order by created_at desc, id desc limit 1), p.author_id)`,
  'I12 a file bound to a card, an order or a prescription has the right category': `
    select f.id from files f
    where f.bound_at is null and (exists (select from orders where prescription_url = f.key)
        or exists (select from prescriptions where url = f.key)
        or exists (select from insurance_cards where file_key = f.key))
      or f.category <> 'prescription' and (exists (select from orders where prescription_url = f.key)
        or exists (select from prescriptions where url = f.key))
      or f.category <> 'consultation' and exists (select from consultation_messages where file_key = f.key)
      or f.bound_at is null and exists (select from consultation_messages where file_key = f.key)
      or (f.bound_at is null or f.category <> 'handover') and exists (select from orders where handover_photo = f.key)
      or (f.bound_at is null or f.category <> 'report') and exists (select from reports where photo = f.key)
      or f.category <> 'insurance' and (exists (select from orders where card_url = f.key)
        or exists (select from insurance_cards where file_key = f.key))`,
  'I5 the amounts of an order follow from its items, fee and rate': `
    select o.id from orders o left join (
      select order_id, count(*) as n, sum(quantity::numeric * price_fcfa) as m,
        sum(quantity::numeric * price_fcfa) filter (where not excluded) as covered from order_items group by 1
    ) i on i.order_id = o.id
    where case when o.erased_at is null then o.items_count <> coalesce(i.n, 0) or o.medicines_fcfa is distinct from i.m
      or o.commission_fcfa is distinct from round(i.m * 10 / 100)
      or o.covered_fcfa <> coalesce(i.covered, 0)
      or o.total_fcfa is distinct from round(o.delivery_fee_fcfa + (i.m * 110 - coalesce(o.covered_fcfa, i.m) * coalesce(o.card_rate, 0)) / 100)
      or o.reduction_fcfa is distinct from i.m + o.delivery_fee_fcfa + o.commission_fcfa - o.total_fcfa else i.n is not null end`,
  'I10 the items and the assignments of an order have timeline events (payment and state: I1)': `
    select o.id from orders o
    where (o.items_written_by_id is not null) <> (exists (
        select from order_events e where e.order_id = o.id and action = 'write-prescription'))
      or o.state <> 'cancelled' and exists (
        select from (values ('pharmacy', o.pharmacy_id), ('delivery-person', o.delivery_person_id),
          ('agent', o.agent_id)) as role (name, holder)
        where holder::text is distinct from (
          select to_value from order_events e
          where e.order_id = o.id and action in ('assign-' || role.name, 'replace-' || role.name, 'release-' || role.name)
          order by e.id desc limit 1))`,
  // Older lines may have left the journal (decision 75).
  'I10 each line of a timeline of the last five years is in the journal, with the same person, order and customer': `
    select e.id from order_events e join orders o on o.id = e.order_id left join audit a on a.id = e.id
    where e.at > now() - interval '5 years' and ((a.action, a.subject_kind, a.subject_id, a.customer_id, a.details ->> 'event')
        is distinct from ('progress', 'order', e.order_id::text, o.customer_id, e.action)
      or a.actor_id is distinct from e.actor_id)`,
  'I10 each file that someone opened who neither sent it nor is a customer is in the journal': `
    select o.id from file_openings o join files f on o.object = 'file:' || f.key join users u on u.id = o.user_id
    where u.id <> f.owner_id and u.type <> 'customer' and not exists (
      select from audit a where a.actor_id = u.id and a.action = 'open' and a.subject_id = f.id::text
        and a.hour = date_trunc('hour', o.at))`,
  'a line of the journal has no telephone': `
    select id from audit where details::text ~ '[+]229[0-9]'`,
  'I8 the messages of a consultation are numbered 1 to n; active implies a doctor': `
    select c.id from consultations c left join (
      select consultation_id, count(*) as n, min(seq) as low, max(seq) as high,
        bool_and(sender_type <> 'patient' or sender_id = x.patient_id) as by_patient,
        bool_and(sender_type <> 'doctor' or sender_id = x.doctor_id) as by_doctor,
        count(*) filter (where line = 'accepted') as accepted,
        max(seq) filter (where line in ('completed', 'closed')) as closing
      from consultation_messages join consultations x on x.id = consultation_id group by 1
    ) m on m.consultation_id = c.id
    where m.n is distinct from c.last_seq or low <> 1 or high <> c.last_seq
      or by_patient is not true or by_doctor is not true
      or (c.status = 'pending') <> (c.doctor_id is null)
      or accepted <> (case when c.status = 'pending' then 0 else 1 end)
      or closing is distinct from (case when c.status = 'completed' then c.last_seq end)`,
  'patients of consultations are customers, their doctors partners': `
    select c.id from consultations c join users p on p.id = c.patient_id left join users d on d.id = c.doctor_id
    where p.type <> 'customer' or d.type <> 'partnerDoctor'`,
  'a notification leads to a page that its user may open': `
    select n.id from notifications n join users u on u.id = n.user_id
    where (u.type, split_part(n.link, '?', 1)) not in (${openPages.join(', ')}) or n.link is null`,
  'users assigned to an order have the right type': `
    select o.id from orders o
      left join users p on p.id = o.pharmacy_id left join users d on d.id = o.delivery_person_id
      left join users a on a.id = o.agent_id join users c on c.id = o.customer_id
    where p.type <> 'pharmacy' or d.type <> 'deliveryPerson' or a.type <> 'agent' or c.type <> 'customer'`,
  'the counts kept for lists are those of the rows': `
    select scope || ' ' || user_id || ' ' || state as id from count_drift
    union all select day || ' ' || zone_id || ' ' || state from day_count_drift`,
};

/** All violations, as `invariant: id`. Checked after every random program, crash and load test. */
export async function brokenInvariants(db: Database): Promise<string[]> {
  const broken: string[] = [];
  const all = { ...orderInvariants, ...moneyInvariants, ...peopleInvariants };
  for (const [name, query] of Object.entries(all)) {
    const { rows } = await db.execute<{ id: string }>(sql.raw(query));
    broken.push(...rows.map(({ id }) => `${name}: ${id}`));
  }
  return broken;
}

/** The invariants of money (rule 5), as queries for their violations. */
const moneyInvariants: Readonly<Record<string, string>> = {
  'the ledger says of each line of a claim what its state says': `
    select c.id from claim_lines c left join (
      select j.claim_line_id, sum(e.amount_fcfa) as booked from journals j
        join entries e on e.journal_id = j.id and e.account = 'insurer' group by 1
    ) b on b.claim_line_id = c.id
    where coalesce(b.booked, 0) <> case
      when c.state = 'paid' or c.state = 'refused' and c.bearer <> 'customer' then -c.amount_fcfa else 0 end`,
  'I2 an order is paid once it is pending or later, by exactly one payment of its total': `
    select o.id from orders o
    where (o.state in ('pre-treatment', 'cancelled')) <> (o.payment_id is null)
      or (select count(*) from payments p where p.order_id = o.id and p.status = 'paid')
        <> (o.state not in ('pre-treatment', 'cancelled'))::int
      or (o.state not in ('pre-treatment', 'cancelled') and not exists (
        select from payments p where p.id = o.payment_id and p.order_id = o.id and p.status = 'paid'
          and p.amount_fcfa = o.total_fcfa and o.paid_fcfa = o.total_fcfa and p.customer_id = o.customer_id))`,
  'I3 a provider reference belongs to one payment, a payment to one order': `
    select p.id from payments p
    where (p.provider, p.provider_reference) in (
        select provider, provider_reference from payments where provider_reference is not null
        group by 1, 2 having count(*) > 1)
      or (select count(*) from orders o where o.payment_id = p.id) <> (p.status = 'paid')::int`,
  'a payment is polled while pending, and never after it is settled': `
    select id from payments where (status = 'pending' and next_check_at is null)
      or (status in ('paid', 'review', 'refunded') and next_check_at is not null)`,
  'I6 each journal sums to 0': `
    select j.id from journals j left join entries e on e.journal_id = j.id
    group by j.id having coalesce(sum(e.amount_fcfa), 0) <> 0`,
  'an entry has the date of its journal': `
    select e.id from entries e join journals j on j.id = e.journal_id where e.at <> j.at`,
  'an order ended when its commission was split': `
    select o.id from orders o join journals j on j.order_id = o.id and j.kind = 'ending' where o.ended_at is distinct from j.at`,
  'I6 all accounts sum to 0': `
    select 'ledger' as id from entries having sum(amount_fcfa) <> 0`,
  'I6 no account is overpaid': `
    select min(account) as id from entries
    where beneficiary_id is null and account in ('pharmacy', 'courier', 'commission', 'platform', 'refund')
    group by account having sum(amount_fcfa) > 0
    union all select beneficiary_id::text from entries
    where beneficiary_id is not null and not exists (select from entries c where c.beneficiary_id = entries.beneficiary_id and c.account = 'corrected')
    group by 1 having sum(amount_fcfa) > 0`,
  'a pharmacy is owed what it handed over, a courier what he delivered, nobody anything else of an order': `
    with owed as (
      select j.order_id, e.beneficiary_id, sum(-e.amount_fcfa) as amount
      from entries e join journals j on j.id = e.journal_id join users u on u.id = e.beneficiary_id
      where j.order_id is not null and j.kind <> 'return-fee' and u.type in ('pharmacy', 'deliveryPerson') group by 1, 2
    ), due as (
      select id as order_id, pharmacy_id as beneficiary_id, medicines_fcfa as amount from orders
      where state in ('delivering', 'delivered', 'ended') or (state = 'pending' and held_by_id is not null)
      union all select id, delivery_person_id, delivery_fee_fcfa from orders where state in ('delivered', 'ended')
    ), compared as (
      select order_id, coalesce(due.amount, 0) as due, coalesce(owed.amount, 0) as owed
      from owed full join due using (order_id, beneficiary_id)
    )
    select c.order_id as id from compared c
    where c.due < c.owed or (c.due > c.owed
      and not exists (select from refund_lines l where l.order_id = c.order_id)
      and not exists (select from entries k join journals g on g.id = k.journal_id where g.order_id = c.order_id and k.account = 'kept'))`,
  'a paid order has one payment journal, with its amounts': `
    select o.id from orders o left join (
      select j.order_id, count(distinct j.id) as n,
        coalesce(sum(amount_fcfa) filter (where account = 'customer'), 0) as customer,
        coalesce(sum(amount_fcfa) filter (where account = 'insurer'), 0) as insurer,
        coalesce(sum(-amount_fcfa) filter (where account = 'pharmacy'), 0) as pharmacy,
        coalesce(sum(-amount_fcfa) filter (where account = 'courier'), 0) as courier,
        coalesce(sum(-amount_fcfa) filter (where account = 'commission'), 0) as commission
      from journals j join entries e on e.journal_id = j.id where j.kind = 'payment' group by 1
    ) l on l.order_id = o.id
    where (o.state not in ('pre-treatment', 'cancelled')
        or exists (select from journals c where c.order_id = o.id and c.kind = 'cancellation')) <> (coalesce(l.n, 0) = 1)
      or (l.n = 1 and (customer, insurer, pharmacy, courier, commission)
        is distinct from (o.total_fcfa, o.reduction_fcfa, o.medicines_fcfa, o.delivery_fee_fcfa, o.commission_fcfa))`,
  'I7 the commission of an order is split once, when it ends': `
    select o.id from orders o
    where (select count(*) from journals j where j.order_id = o.id and j.kind = 'ending')
        <> (o.state = 'ended')::int
      or (o.state = 'ended' and o.commission_fcfa - coalesce((select sum(l.commission_fcfa) from refund_lines l
        join journals g on g.refund_id = l.refund_id and g.kind = 'giving-back'
        where l.order_id = o.id and g.id < (select id from journals where order_id = o.id and kind = 'ending')), 0) <> (
        select coalesce(sum(-amount_fcfa), 0) from entries e join journals j on j.id = e.journal_id
        where j.order_id = o.id and j.kind = 'ending' and e.account in ('platform', 'partner')))`,
  'I7 half of the commission, rounded down, goes to the author of the used prescription if a partner': `
    select o.id from orders o
      join journals j on j.order_id = o.id and j.kind = 'ending'
      left join prescriptions p on p.id = o.prescription_id
      left join users a on a.id = p.author_id and a.type = 'partnerDoctor'
      left join entries e on e.journal_id = j.id and e.account = 'partner'
      -- What was given back before the order ended is not shared.
      cross join lateral (select coalesce(sum(l.commission_fcfa), 0) as back from refund_lines l
        join journals g on g.refund_id = l.refund_id and g.kind = 'giving-back' where l.order_id = o.id and g.id < j.id) b
    -- A partner removed before the order ended gets nothing.
    where not (a.phone is null and e.id is null) and (e.beneficiary_id is distinct from case when o.commission_fcfa - b.back > 1 then a.id end
      or coalesce(-e.amount_fcfa, 0) <> case when a.id is null then 0 else (o.commission_fcfa - b.back) / 2 end)`,
  'a payout moves one sum from the bank to one payee or the platform': `
    select j.id from journals j left join entries e on e.journal_id = j.id
    where j.kind = 'payout'
    group by j.id having count(*) <> 2
      or count(*) filter (where e.account = 'bank' and e.amount_fcfa < 0 and e.beneficiary_id is null) <> 1
      or count(*) filter (where e.account in ('pharmacy', 'courier', 'partner', 'platform') and e.amount_fcfa > 0
        and (e.account <> 'platform') = (e.beneficiary_id is not null)) <> 1`,
  'a refund has a journal of its decision, and one of its payment once it is done': `
    select r.id from refunds r left join (
      select j.refund_id,
        count(distinct j.id) filter (where j.order_id = r2.order_id
          and kind = case when r2.reason is null then 'cancellation' else 'giving-back' end) as cancelled,
        count(distinct j.id) filter (where kind = 'put-aside') as aside,
        count(distinct j.id) filter (where kind = 'refund') as done,
        sum(-e.amount_fcfa) filter (where account = 'refund' and kind <> 'refund') as owed,
        sum(-e.amount_fcfa) filter (where account = 'customer' and kind = 'refund') as paid
      from journals j join entries e on e.journal_id = j.id join refunds r2 on r2.id = j.refund_id group by 1
    ) l on l.refund_id = r.id
    where (l.cancelled, l.aside, l.done, l.owed) is distinct from
        ((r.order_id is not null)::int, (r.order_id is null)::int, (r.state = 'done')::int, r.amount_fcfa)
      or (r.state = 'done' and l.paid is distinct from r.amount_fcfa)`,
  'a cancelled order that was paid has one refund, which with those by lines is what was paid': `
    select o.id from orders o join journals j on j.order_id = o.id and j.kind = 'payment'
      left join refunds r on r.order_id = o.id and r.reason is null left join payments p on p.id = r.payment_id
    where o.state = 'cancelled' and (r.id is null or p.order_id <> o.id or p.status <> 'refunded'
      or (select sum(amount_fcfa) from refunds where order_id = o.id) <> o.total_fcfa)`,
  'I5 no more is given back of an order than was paid, and of a line than was ordered; the lines of a refund add up': `
    select o.id from orders o where (select sum(amount_fcfa) from refunds where order_id = o.id) > o.total_fcfa
    union select l.order_id from refund_lines l join orders o on o.id = l.order_id
      left join order_items i on i.order_id = l.order_id and i.position = l.position
      where o.erased_at is null group by l.order_id, l.position, i.quantity having sum(l.quantity) > coalesce(i.quantity, 0)
    union select r.order_id from refunds r left join refund_lines l on l.refund_id = r.id
      where r.reason is not null group by r.id having sum(medicines_fcfa + commission_fcfa - reduction_fcfa) is distinct from r.amount_fcfa`,
  'a payment is refunded once its own money is': `
    select p.id from payments p
    where (p.status = 'refunded') <> exists (
      select from refunds r where r.payment_id = p.id and r.debit = p.provider_reference and r.reason is null)`,
  'the sandbox pays back at most once what was decided': `
    select refund_id as id from sandbox_refunds s
    where not exists (select from refunds r join payments p on p.id = r.payment_id
      where r.id::text = s.refund_id and r.amount_fcfa = s.amount_fcfa and r.debit = s.reference and p.transaction_id = s.transaction_id)`,
  'only payouts take from the bank; their return and what an insurer pays go there': `
    select e.id from entries e join journals j on j.id = e.journal_id
    where e.account = 'bank' and case when e.amount_fcfa < 0 then j.kind <> 'payout' else j.kind not in ('payout-return', 'claim-paid') end`,
  'a payout of a provider is booked as paid, and as owed again once it has failed': `
    select p.id from payouts p
    where not exists (select from journals j join entries e on e.journal_id = j.id
        where j.id = p.journal_id and j.kind = 'payout' and e.account in ('pharmacy', 'courier', 'partner')
          and e.beneficiary_id = p.beneficiary_id and e.amount_fcfa = p.amount_fcfa)
      or (p.state = 'failed') <> exists (select from journals j join entries e on e.journal_id = j.id
        where j.id = p.return_journal_id and j.kind = 'payout-return' and e.account = 'returned'
          and e.beneficiary_id = p.beneficiary_id and e.amount_fcfa = -p.amount_fcfa)`,
  'a return belongs to one failed payout': `
    select j.id from journals j
    where j.kind = 'payout-return' and (select count(*) from payouts p where p.return_journal_id = j.id) <> 1`,
  'I14 the sums of orders, payments and ledger are equal': `
    with sums as (select
      (select coalesce(sum(paid_fcfa), 0) from orders) as orders,
      (select coalesce(sum(amount_fcfa), 0) from payments where status = 'paid') as payments,
      (select coalesce(sum(amount_fcfa), 0) from entries where account in ('customer', 'refund'))
        + (select coalesce(sum(r.amount_fcfa), 0) from refunds r join orders o on o.id = r.order_id
          where r.reason is not null and o.state <> 'cancelled') as ledger)
    select orders || ', ' || payments || ', ' || ledger as id from sums
    where orders <> payments or orders <> ledger`,
};

/** The invariants of accounts and their sessions, as queries for their violations. */
const peopleInvariants: Readonly<Record<string, string>> = {
  // A deactivated account may sign in again, to read that it is deactivated (rule 24); a removed one has no password.
  'I11 a deactivated or removed account has no session from before': `
    select s.id from sessions s join users u on u.id = s.user_id
    where not u.active and (u.phone is null or s.created_at < (
      select max(a.at) from audit a
      where a.action = 'deactivate' and a.subject_kind = 'user' and a.subject_id = u.id::text))`,
  // Two writings of one number would both be unique: each is kept in the one form.
  'I13 no two users share a phone, and each is kept in its normalised form': `
    select min(id::text) as id from users where phone is not null group by phone having count(*) > 1
    union all select id::text from users where phone !~ '^\\+22901[0-9]{8,10}$'`,
};

/**
 * Finds what breaks the invariant I9 (every message is sent at least once), once the queue has had its time: a message that waits or
 * has failed, a moment of these orders without its message, and a job that still waits or has failed. Push messages have no row of
 * their own, only their job.
 * @param orders ids of orders that were paid while every moment was announced (SMS_MOMENTS)
 */
export async function unsentMessages(db: Database, orders: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ fault: string }>(sql`
    select 'I9 the message ' || id || ' (' || kind || ') is ' || state as fault
    from sms_messages where state in ('queued', 'failed')
    union all
    select 'I9 the order ' || o.id || ' has no message of its moment ' || moment.kind
    from orders o cross join (values ('paid', 1), ('on-the-way', 2), ('delivered', 3)) as moment (kind, rank)
    where o.id = any(${sql.param([...orders])}::uuid[])
      and moment.rank <= array_position(array['pending', 'delivering', 'delivered', 'ended'], o.state)
      and not exists (select from sms_messages m where m.about = o.id and m.kind = moment.kind)
    union all
    select 'I9 the job ' || id || ' (' || name || ') is ' || state
    from pgboss.job where name in ('send-sms', 'report-sms', 'send-push') and state <> 'completed'`);
  return rows.map(({ fault }) => fault);
}
