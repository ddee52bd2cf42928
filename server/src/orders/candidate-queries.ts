import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { UNPROVEN_DAYS } from '@amasin/domain/orders/handover.ts';
import { readPhoneDigits } from '@amasin/domain/users/phone-number.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { users } from '../database/schema/users.ts';
import { containsWords, foldWords } from '../people/queries.ts';
import { metresTo, onDutyAt } from '../pharmacies/queries.ts';
import { hasAll } from '../stock/queries.ts';
import type { AssignedRole } from './change-queries.ts';

/** A response contains this many candidates; all others are found by name or telephone. */
const MAX_CANDIDATES = 20;

/** The time that a pharmacy needs is measured over this many orders. */
const LAST_PREPARED = 20;

/** Each order in hand adds this to the distance of a pharmacy, metres. */
const METRES_PER_ORDER = 500;

export interface CandidateSearch {
  readonly role: AssignedRole;
  readonly q: string | undefined;
  /** This pharmacy comes first, at night only if it is on duty. */
  readonly wishedId: string | null;
  /** The zone's own position; null while it is the mean of its places. */
  readonly zonePoint: { readonly latitude: number | null; readonly longitude: number | null } | null;
  /** Regular expressions, one of which matches the address of a place in the order's zone. */
  readonly zonePatterns: readonly string[];
  /** The medicines of the order: pharmacies whose list, seen since then, has all of them come before others. */
  readonly medicationIds: readonly string[];
  readonly stockSince: Date;
  readonly now: Date;
  /** Whether only pharmacies on duty are open. */
  readonly isNight: boolean;
}

export interface CandidateRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly openOrders: number;
  readonly metres: number | null;
  readonly onDuty: boolean | null;
  readonly licenceEnded: boolean;
  readonly minutesToReady: number | null;
  readonly unproven: number | null;
  readonly lastStop: { zone: string; at: string } | null;
  readonly total: number;
}

/** An order in these states is in the hands of this person. */
const inHand: Readonly<Record<AssignedRole, SQL>> = {
  pharmacy: sql`select from orders where pharmacy_id = users.id and state = 'pending'`,
  deliveryPerson: sql`select from orders where delivery_person_id = users.id and state in ('pending', 'delivering')`,
  agent: sql`select from orders where agent_id = users.id and state = 'pre-treatment' and items_count = 0`,
};

/**
 * Selects the last orders that someone delivered or prepared. `between` with one id instead of `=` makes PostgreSQL use the index by
 * person: it would otherwise read all orders by date to find those of someone who has few.
 */
const lastOrders = (column: SQL, id: SQL, count: number): SQL => sql`
  select id, zone_label from orders
  where ${column} between ${id} and ${id} and state in ('delivered', 'ended')
  order by ${column}, created_at desc, id desc limit ${sql.raw(String(count))}`;

const lastDelivered = (courierId: SQL) => lastOrders(sql`delivery_person_id`, courierId, 5);

/** Finds the people who can be assigned, the most suitable ones first. */
export async function findCandidates(db: Database, search: CandidateSearch): Promise<CandidateRow[]> {
  const { role, q, wishedId, zonePoint, zonePatterns, medicationIds, stockSince, now, isNight } = search;
  const digits = readPhoneDigits(q ?? '');
  const matches = q
    ? sql`(${containsWords(users.foldedName, await foldWords(db, q))} or ${digits !== ''}::boolean and users.phone like ${`%${digits}%`})`
    : sql`${true}::boolean`;
  const onDuty = onDutyAt(now.toISOString());
  const unprovenSince = new Date(now.getTime() - UNPROVEN_DAYS * DAY_MS).toISOString();
  const { rows } = await db.execute<CandidateRow>(sql`
    with zone as (
      select coalesce(${zonePoint?.latitude ?? null}::float8, avg(latitude)) as lat,
        coalesce(${zonePoint?.longitude ?? null}::float8, avg(longitude)) as lng
      from places
      where active and latitude is not null
        and folded(concat_ws(' ', name, address)) ~ any(${sql.param(zonePatterns)}::text[])
    ), found as (
      select users.id, users.name, users.phone, (select count(*)::int from (${inHand[role]}) o) as open_orders,
        ${metresTo(sql`zone.lat`, sql`zone.lng`)} as metres,
        case when ${role} = 'pharmacy' then coalesce(${onDuty}, false) end as on_duty,
        coalesce(users.licence_until < ${dayInBenin(now)}::date, false) as licence_ended,
        ${role} = 'pharmacy' and ${hasAll(sql`users.id`, medicationIds, stockSince)} as has_all,
        case when ${role} = 'deliveryPerson' then (
          select max(e.at) from (${lastDelivered(sql`users.id`)}) o
          join order_events e on e.order_id = o.id and e.action = 'mark-delivered') end as last_at,
        (count(*) over ())::int as total
      from users left join places on places.account_id = users.id cross join zone
      where users.type = ${role} and users.active and (users.type <> 'pharmacy' or users.is_partner) and ${matches}
    ), page as (
      select *, row_number() over (
        order by case when ${isNight}::boolean then not on_duty end,
          id is distinct from ${wishedId}::uuid,
          not has_all,
          case when ${role} = 'pharmacy' then coalesce(metres, 100000) + open_orders * ${METRES_PER_ORDER}::int
            else open_orders end,
          last_at nulls first, name collate "french", id) as place
      from found order by place limit ${MAX_CANDIDATES}
    )
    select id, name, phone, open_orders as "openOrders", metres, on_duty as "onDuty",
      licence_ended as "licenceEnded", total,
      case when ${role} = 'pharmacy' then (
        select round(percentile_cont(0.5) within group (order by extract(epoch from left_at.at - given.at) / 60))::int
        from (${lastOrders(sql`pharmacy_id`, sql`page.id`, LAST_PREPARED)}) o
        join order_events given on given.order_id = o.id and given.action = 'assign-pharmacy'
        join order_events left_at on left_at.order_id = o.id and left_at.action = 'start-delivery'
          and left_at.at = (select min(at) from order_events where order_id = o.id and action = 'start-delivery')) end as "minutesToReady",
      case when ${role} = 'deliveryPerson' then (
        select count(*)::int from orders where delivery_person_id = page.id and not proven
          and created_at > ${unprovenSince}::timestamptz) end as unproven,
      case when ${role} = 'deliveryPerson' then (
        select json_build_object('zone', o.zone_label, 'at', e.at)
        from (${lastDelivered(sql`page.id`)}) o join order_events e on e.order_id = o.id and e.action = 'mark-delivered'
        where e.at = page.last_at limit 1) end as "lastStop"
    from page order by place`);
  return rows;
}
