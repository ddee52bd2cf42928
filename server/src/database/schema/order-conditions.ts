import { openSubstitutions } from '@amasin/domain/orders/substitution.ts';
import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { oneOf } from './columns.ts';

// Conditions of orders, for checks, indexes and the lists that match them.

type Columns<Name extends string> = Record<Name, AnyPgColumn>;

/** Its customer has asked to cancel it, and a supervisor has not decided. */
const isCancelAsked = (t: Columns<'cancelAskedAt' | 'cancelDeclined' | 'state'>) =>
  sql`(${t.cancelAskedAt} is not null and ${t.cancelDeclined} is null and ${t.state} = 'pending')`;

/** Whether a supervisor has to act next: solve its problem, decide to cancel it, have it read, assign it or end it. */
export const waitsForSupervisor = (
  t: Columns<
    | 'state'
    | 'itemsCount'
    | 'photoProblem'
    | 'pharmacyId'
    | 'deliveryPersonId'
    | 'problemAt'
    | 'cancelAskedAt'
    | 'cancelDeclined'
  >,
) => sql`(${t.problemAt} is not null
  or ${isCancelAsked(t)}
  or ${t.state} = 'pre-treatment' and ${t.itemsCount} = 0 and ${t.photoProblem} is null
  or ${t.state} = 'pending' and (${t.pharmacyId} is null or ${t.deliveryPersonId} is null)
  or ${t.state} = 'delivered')`;

/** A pharmacist has nothing to do: it is read, or waits for another photograph. */
export const isRead = (t: Columns<'itemsCount' | 'photoProblem'>) =>
  sql`(${t.itemsCount} > 0 or ${t.photoProblem} is not null)`;

/** Ranks problems and cancellations first, and delivered orders last, because their customers no longer wait. */
export const supervisorRank = (t: Columns<'state' | 'problemAt' | 'cancelAskedAt' | 'cancelDeclined'>) =>
  sql`(case when ${t.problemAt} is not null or ${isCancelAsked(t)} then 0 when ${t.state} = 'delivered' then 2 else 1 end)`;

/** Its pharmacy has it in hand, and has not opened it. */
export const isNewToPharmacy = (t: Columns<'state' | 'openedAt' | 'readyAt' | 'broughtBackAt'>) =>
  sql`(${t.state} = 'pending' and ${t.openedAt} is null and (${t.readyAt} is null or ${t.broughtBackAt} is not null))`;

/** Paid and not delivered yet. */
export const isPromised = (t: Columns<'state'>) => sql`${t.state} in ('pending', 'delivering')`;

export const isDelivered = (t: Columns<'state'>) => sql`${t.state} in ('delivered', 'ended')`;

/** Somebody has to answer a proposal to give another medicine. */
export const isOpenSubstitution = (t: Columns<'state'>) => oneOf(t.state, openSubstitutions);

export const isReadPhotograph = (t: Columns<'prescriptionUrl' | 'itemsCount'>) =>
  sql`${t.prescriptionUrl} is not null and ${t.itemsCount} > 0`;

/** The customer waits since then. */
export const waitsSince = (t: Columns<'paidAt' | 'createdAt'>) => sql`coalesce(${t.paidAt}, ${t.createdAt})`;

export const notEnded = (t: Columns<'state'>) => sql`${t.state} not in ('ended', 'cancelled')`;

export const isUnpaid = (t: Columns<'state'>) => sql`${t.state} in ('pre-treatment', 'cancelled')`;

/** Rule 1; a card takes nothing off what its insurer does not cover (rule 60). */
export const totalOf = (t: Columns<'deliveryFee' | 'medicines' | 'cardRate' | 'covered'>) =>
  sql`(${t.deliveryFee}::bigint * 100 + ${t.medicines}::bigint * 110 - coalesce(${t.covered}, ${t.medicines})::bigint * coalesce(${t.cardRate}, 0) + 50) / 100`;
