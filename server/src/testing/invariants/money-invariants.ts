/** The invariants of money (rule 5), as queries for their violations. */
export const moneyInvariants: Readonly<Record<string, string>> = {
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
    where account in ('pharmacy', 'courier', 'commission', 'platform', 'partner', 'returned', 'refund')
    group by case account when 'returned' then 'partner' else account end, beneficiary_id having sum(amount_fcfa) > 0`,
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
      or (o.state = 'ended' and o.commission_fcfa <> (
        select coalesce(sum(-amount_fcfa), 0) from entries e join journals j on j.id = e.journal_id
        where j.order_id = o.id and j.kind = 'ending' and e.account in ('platform', 'partner')))`,
  'I7 half of the commission, rounded down, goes to the author of the used prescription if a partner': `
    select o.id from orders o
      join journals j on j.order_id = o.id and j.kind = 'ending'
      left join prescriptions p on p.id = o.prescription_id
      left join users a on a.id = p.author_id and a.type = 'partnerDoctor'
      left join entries e on e.journal_id = j.id and e.account = 'partner'
    -- A partner removed before the order ended gets nothing.
    where not (a.phone is null and e.id is null) and (e.beneficiary_id is distinct from case when o.commission_fcfa > 1 then a.id end
      or coalesce(-e.amount_fcfa, 0) <> case when a.id is null then 0 else o.commission_fcfa / 2 end)`,
  'a payout moves one sum from the bank to one partner or the platform': `
    select j.id from journals j left join entries e on e.journal_id = j.id
    where j.kind = 'payout'
    group by j.id having count(*) <> 2
      or count(*) filter (where e.account = 'bank' and e.amount_fcfa < 0 and e.beneficiary_id is null) <> 1
      or count(*) filter (where e.account in ('partner', 'platform') and e.amount_fcfa > 0
        and (e.account = 'partner') = (e.beneficiary_id is not null)) <> 1`,
  'a refund has a journal of its decision, and one of its payment once it is done': `
    select r.id from refunds r left join (
      select j.refund_id,
        count(distinct j.id) filter (where kind = 'cancellation' and j.order_id = r2.order_id) as cancelled,
        count(distinct j.id) filter (where kind = 'put-aside') as aside,
        count(distinct j.id) filter (where kind = 'refund') as done,
        sum(-e.amount_fcfa) filter (where account = 'refund' and kind <> 'refund') as owed,
        sum(-e.amount_fcfa) filter (where account = 'customer' and kind = 'refund') as paid
      from journals j join entries e on e.journal_id = j.id join refunds r2 on r2.id = j.refund_id group by 1
    ) l on l.refund_id = r.id
    where (l.cancelled, l.aside, l.done, l.owed) is distinct from
        ((r.order_id is not null)::int, (r.order_id is null)::int, (r.state = 'done')::int, r.amount_fcfa)
      or (r.state = 'done' and l.paid is distinct from r.amount_fcfa)`,
  'a cancelled order that was paid has one refund, of what was paid': `
    select o.id from orders o join journals j on j.order_id = o.id and j.kind = 'payment'
      left join refunds r on r.order_id = o.id left join payments p on p.id = r.payment_id
    where o.state = 'cancelled' and (r.id is null or p.order_id <> o.id or p.status <> 'refunded' or r.amount_fcfa <> o.total_fcfa)`,
  'a payment is refunded once its own money is': `
    select p.id from payments p
    where (p.status = 'refunded') <> exists (
      select from refunds r where r.payment_id = p.id and r.debit = p.provider_reference)`,
  'the sandbox pays back at most once what was decided': `
    select refund_id as id from sandbox_refunds s
    where not exists (select from refunds r join payments p on p.id = r.payment_id
      where r.id::text = s.refund_id and r.amount_fcfa = s.amount_fcfa and r.debit = s.reference and p.transaction_id = s.transaction_id)`,
  'only payouts move the bank, and only their return credits it': `
    select e.id from entries e join journals j on j.id = e.journal_id
    where e.account = 'bank' and j.kind <> case when e.amount_fcfa < 0 then 'payout' else 'payout-return' end`,
  'a payout of a provider is booked as paid, and as owed again once it has failed': `
    select p.id from payouts p
    where not exists (select from journals j join entries e on e.journal_id = j.id
        where j.id = p.journal_id and j.kind = 'payout' and e.account = 'partner'
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
      (select coalesce(sum(amount_fcfa), 0) from entries where account in ('customer', 'refund')) as ledger)
    select orders || ', ' || payments || ', ' || ledger as id from sums
    where orders <> payments or orders <> ledger`,
};
