import { pageAccess } from '@amasin/domain/users/pages.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { moneyInvariants } from './money-invariants.ts';
import { peopleInvariants } from './people-invariants.ts';

const openPages = Object.entries(pageAccess).flatMap(([page, types]) =>
  types.map((type) => `('${type}', '${page}')`),
);

/** Each invariant of orders, prescriptions, files and consultations, as a query for its violations (`id`). */
const orderInvariants: Readonly<Record<string, string>> = {
  'I1 the timeline of an order is a legal path to its state': `
    with steps as (
      select order_id, from_value, to_value, action,
        lag(to_value) over w as before, row_number() over w as nth,
        row_number() over (partition by order_id order by id desc) as back
      from order_events
      where action in ('create', 'pay', 'start-delivery', 'mark-delivered', 'end', 'cancel', 'accept-cancel', 'cancel-paid')
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
        ('cancel-paid', 'pending', 'cancelled'))))
      or (back = 1 and to_value <> o.state)`,
  'I4 a prescription has at most one order, which has used it unless it is in pre-treatment': `
    select p.id from prescriptions p left join orders o on o.prescription_id = p.id and o.state <> 'cancelled'
    where p.used_by_id is distinct from case when o.state <> 'pre-treatment' then o.id end
      or p.id in (select prescription_id from orders where state <> 'cancelled' group by 1 having count(*) > 1)`,
  'I4 the items of an order are those of its prescription that are not left out': `
    select o.id from orders o join prescriptions p on p.id = o.prescription_id
    where o.state <> 'cancelled' and (select array_agg((medication_id, quantity) order by position) from order_items where order_id = o.id)
      is distinct from
      (select array_agg((medication_id, quantity) order by position) from prescription_items where prescription_id = p.id
        and medication_id::text not in (select line ->> 'medicationId' from jsonb_array_elements(o.left_out) line))`,
  'I4 what an order leaves out is in its prescription': `
    select o.id from orders o, jsonb_array_elements(o.left_out) line
    where o.state <> 'cancelled' and not exists (select from prescription_items i where i.prescription_id = o.prescription_id
      and i.medication_id::text = line ->> 'medicationId' and i.quantity = (line ->> 'quantity')::int)`,
  'the author of an order’s items wrote its prescription or attached one of a prescriber': `
    select o.id from orders o left join prescriptions p on p.id = o.prescription_id
      left join users a on a.id = p.author_id
    where o.items_written_by_id is not null and (p.id is null
        or (p.author_id <> o.items_written_by_id and a.type <> 'partnerDoctor'))`,
  'the reader of a prescription wrote the items of its order, and not the prescription': `
    select p.id from prescriptions p left join orders o on o.prescription_id = p.id and o.state <> 'cancelled'
    where p.reader_id is distinct from case when o.items_written_by_id <> p.author_id then o.items_written_by_id end`,
  'I12 a file bound to a card, an order or a prescription has the right category': `
    select f.id from files f
    where f.bound_at is null and (exists (select from orders where prescription_url = f.key)
        or exists (select from prescriptions where url = f.key)
        or exists (select from insurance_cards where file_key = f.key))
      or f.category <> 'prescription' and (exists (select from orders where prescription_url = f.key)
        or exists (select from prescriptions where url = f.key))
      or f.category <> 'consultation' and exists (select from consultation_messages where file_key = f.key)
      or f.bound_at is null and exists (select from consultation_messages where file_key = f.key)
      or f.category <> 'insurance' and (exists (select from orders where card_url = f.key)
        or exists (select from insurance_cards where file_key = f.key))`,
  'I5 the amounts of an order follow from its items, fee and rate': `
    select o.id from orders o left join (
      select order_id, count(*) as n, sum(quantity::numeric * price_fcfa) as m from order_items group by 1
    ) i on i.order_id = o.id
    where o.items_count <> coalesce(i.n, 0) or o.medicines_fcfa is distinct from i.m
      or o.commission_fcfa is distinct from round(i.m * 10 / 100)
      or o.total_fcfa is distinct from round(o.delivery_fee_fcfa + i.m * (110 - coalesce(o.card_rate, 0)) / 100)
      or o.reduction_fcfa is distinct from i.m + o.delivery_fee_fcfa + o.commission_fcfa - o.total_fcfa`,
  'I10 the items and the assignments of an order have timeline events (payment and state: I1)': `
    select o.id from orders o
    where (o.items_written_by_id is not null) <> (exists (
        select from order_events e where e.order_id = o.id and action = 'write-prescription'))
      or o.state <> 'cancelled' and exists (
        select from (values ('pharmacy', o.pharmacy_id), ('delivery-person', o.delivery_person_id),
          ('agent', o.agent_id)) as role (name, holder)
        where holder::text is distinct from (
          select to_value from order_events e
          where e.order_id = o.id and action in ('assign-' || role.name, 'replace-' || role.name)
          order by e.id desc limit 1))`,
  'I10 each line of a timeline is in the journal, with the same person, order and customer': `
    select e.id from order_events e join orders o on o.id = e.order_id left join audit a on a.id = e.id
    where (a.action, a.subject_kind, a.subject_id, a.customer_id, a.details ->> 'event')
        is distinct from ('progress', 'order', e.order_id::text, o.customer_id, e.action)
      or a.actor_id is distinct from e.actor_id`,
  'I10 each file that someone opened who neither sent it nor is a customer is in the journal': `
    select o.id from file_openings o join files f on o.object = 'file:' || f.key join users u on u.id = o.user_id
    where u.id <> f.owner_id and u.type <> 'customer' and not exists (
      select from audit a where a.actor_id = u.id and a.action = 'open' and a.subject_id = f.id::text
        and a.hour = date_trunc('hour', o.at))`,
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
