import { bigint, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

const whole = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

const countColumns = () => ({
  scope: text('scope', {
    enum: [
      'orders',
      'pharmacy',
      'pharmacyMonth',
      'deliveryPerson',
      'agent',
      'prescriptions',
      'author',
      'reader',
      'users',
    ],
  }).notNull(),
  /** Zeros for everyone; for `agent`, the orders that wait for any agent. Not a reference: that would lock the user. */
  userId: uuid('user_id').notNull(),
  /** The state of an order, or the month in Benin in which it ended; `used` or `unused`; type and activity of a user: `customer active`. */
  state: text('state').notNull(),
  n: whole('n'),
  medicines: whole('medicines_fcfa'),
  commission: whole('commission_fcfa'),
  deliveryFees: whole('delivery_fees_fcfa'),
  paid: whole('paid_fcfa'),
});

/**
 * Numbers of rows by state, for those who see too many to count them for each list: the sum of `counts` and of the changes since.
 * Triggers on `orders`, `prescriptions` and `users` append changes, so that none waits for another; every few hundred are added to
 * `counts`.
 */
export const counts = pgTable('counts', countColumns(), (t) => [
  primaryKey({ columns: [t.scope, t.userId, t.state] }),
]);

export const countChanges = pgTable(
  'count_changes',
  { id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(), ...countColumns() },
  (t) => [index('count_changes_of').on(t.scope, t.userId)],
);

const dayColumns = () => ({
  day: date('day').notNull(),
  /** Zeros for the times of delivery; all `f` for the orders of all zones, which the view `day_total_lines` reads. */
  zoneId: uuid('zone_id').notNull(),
  /** The state of an order, or the whole minutes from payment to delivery. */
  state: text('state').notNull(),
  n: whole('n'),
  paid: whole('paid_fcfa'),
  commission: whole('commission_fcfa'),
});

/** Counts orders by the day of their creation in Benin; triggers keep it like `counts`. */
export const dayCounts = pgTable('day_counts', dayColumns(), (t) => [
  primaryKey({ columns: [t.day, t.zoneId, t.state] }),
]);

export const dayCountChanges = pgTable('day_count_changes', dayColumns(), (t) => [
  index('day_count_changes_day').on(t.day),
]);
