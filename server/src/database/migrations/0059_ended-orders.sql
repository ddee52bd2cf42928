-- Without announcements and counts: they are brought up to date below.
ALTER TABLE "orders" DISABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "entries" DISABLE TRIGGER USER;--> statement-breakpoint
DROP INDEX "orders_paid";--> statement-breakpoint
DROP INDEX "entries_partner";--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "entries" SET "at" = j."at" FROM "journals" j WHERE j."id" = "journal_id";--> statement-breakpoint
ALTER TABLE "day_count_changes" ADD COLUMN "commission_fcfa" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "day_counts" ADD COLUMN "commission_fcfa" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "orders" SET "ended_at" = coalesce(
  (SELECT "at" FROM "journals" WHERE "order_id" = "orders"."id" AND "kind" = 'ending'), "paid_at")
  WHERE "state" = 'ended';--> statement-breakpoint
ALTER TABLE "orders" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "entries" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "entries" ALTER COLUMN "at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_pharmacy_ended" ON "orders" USING btree ("pharmacy_id","ended_at","id") WHERE "orders"."state" = 'ended';--> statement-breakpoint
CREATE INDEX "users_inactive_french" ON "users" USING btree ("name" collate "french","id") WHERE "users"."phone" is not null and not "users"."active";--> statement-breakpoint
CREATE INDEX "entries_partner" ON "entries" USING btree ("beneficiary_id","at","id","account","amount_fcfa") WHERE "entries"."account" in ('partner', 'returned');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_ended_at" CHECK (("orders"."ended_at" is null) = ("orders"."state" <> 'ended'));--> statement-breakpoint
CREATE OR REPLACE FUNCTION fold_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('fold_counts', 0)) THEN RETURN; END IF;
  WITH gone AS (DELETE FROM count_changes RETURNING *)
  INSERT INTO counts AS c (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa)
  SELECT scope, user_id, state, sum(n), sum(medicines_fcfa), sum(commission_fcfa), sum(delivery_fees_fcfa), sum(paid_fcfa) FROM gone GROUP BY 1, 2, 3
  ON CONFLICT (scope, user_id, state) DO UPDATE SET n = c.n + excluded.n, medicines_fcfa = c.medicines_fcfa + excluded.medicines_fcfa,
    commission_fcfa = c.commission_fcfa + excluded.commission_fcfa, delivery_fees_fcfa = c.delivery_fees_fcfa + excluded.delivery_fees_fcfa,
    paid_fcfa = c.paid_fcfa + excluded.paid_fcfa;
  WITH gone AS (DELETE FROM day_count_changes RETURNING *)
  INSERT INTO day_counts AS c (day, zone_id, state, n, paid_fcfa, commission_fcfa)
  SELECT day, zone_id, state, sum(n), sum(paid_fcfa), sum(commission_fcfa) FROM gone GROUP BY 1, 2, 3
  ON CONFLICT (day, zone_id, state) DO UPDATE SET n = c.n + excluded.n, paid_fcfa = c.paid_fcfa + excluded.paid_fcfa,
    commission_fcfa = c.commission_fcfa + excluded.commission_fcfa;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  inserted bigint;
BEGIN
  INSERT INTO count_changes (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa)
  SELECT k.scope, k.user_id, k.state, sum(o.sign), coalesce(sum(o.sign * o.medicines), 0), coalesce(sum(o.sign * o.commission), 0),
    sum(o.sign * o.delivery_fee), sum(o.sign * o.paid)
  FROM (VALUES
    (1, new.state, new.pharmacy_id, new.delivery_person_id, new.agent_id, new.items_written_by_id, new.medicines_fcfa, new.commission_fcfa, new.delivery_fee_fcfa, new.paid_fcfa, new.ended_at),
    (-1, old.state, old.pharmacy_id, old.delivery_person_id, old.agent_id, old.items_written_by_id, old.medicines_fcfa, old.commission_fcfa, old.delivery_fee_fcfa, old.paid_fcfa, old.ended_at)
  ) AS o (sign, state, pharmacy_id, delivery_person_id, agent_id, items_written_by_id, medicines, commission, delivery_fee, paid, ended_at),
  LATERAL (VALUES
    ('orders', '00000000-0000-0000-0000-000000000000'::uuid, o.state),
    ('pharmacy', o.pharmacy_id, o.state),
    ('pharmacyMonth', CASE WHEN o.ended_at IS NOT NULL THEN o.pharmacy_id END, to_char(o.ended_at AT TIME ZONE 'Africa/Porto-Novo', 'YYYY-MM')),
    ('deliveryPerson', o.delivery_person_id, o.state),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS NULL THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE o.items_written_by_id END, o.state),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS DISTINCT FROM o.items_written_by_id THEN o.agent_id END, o.state)
  ) AS k (scope, user_id, state)
  WHERE o.state IS NOT NULL AND k.user_id IS NOT NULL
  GROUP BY 1, 2, 3
  HAVING (sum(o.sign), coalesce(sum(o.sign * o.medicines), 0), coalesce(sum(o.sign * o.commission), 0), sum(o.sign * o.delivery_fee),
    sum(o.sign * o.paid)) <> (0, 0, 0, 0, 0);
  GET DIAGNOSTICS inserted = ROW_COUNT;
  IF tg_op <> 'UPDATE' OR (new.state, new.zone_id, new.paid_fcfa, new.commission_fcfa) IS DISTINCT FROM (old.state, old.zone_id, old.paid_fcfa, old.commission_fcfa) THEN
    INSERT INTO day_count_changes (day, zone_id, state, n, paid_fcfa, commission_fcfa)
    SELECT (o.created_at AT TIME ZONE 'Africa/Porto-Novo')::date, o.zone_id, o.state, o.sign, o.sign * o.paid, o.sign * coalesce(o.commission, 0)
    FROM (VALUES (1, new.created_at, new.zone_id, new.state, new.paid_fcfa, new.commission_fcfa),
        (-1, old.created_at, old.zone_id, old.state, old.paid_fcfa, old.commission_fcfa))
      AS o (sign, created_at, zone_id, state, paid, commission)
    WHERE o.state IS NOT NULL;
  END IF;
  -- Every 500 changes, so that few rows are summed for a list.
  IF inserted > 0 THEN
    IF currval('count_changes_id_seq') % 500 < inserted THEN PERFORM fold_counts(); END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER count ON "orders";--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT OR DELETE OR UPDATE OF state, pharmacy_id, delivery_person_id, agent_id, items_written_by_id, zone_id, medicines_fcfa, commission_fcfa, delivery_fee_fcfa, paid_fcfa, ended_at
  ON "orders" FOR EACH ROW EXECUTE FUNCTION count_order();--> statement-breakpoint
DROP TRIGGER count_none ON "orders";--> statement-breakpoint
CREATE TRIGGER count_none AFTER TRUNCATE ON "orders" EXECUTE FUNCTION uncount_all('orders', 'pharmacy', 'pharmacyMonth', 'deliveryPerson', 'agent');--> statement-breakpoint
CREATE OR REPLACE VIEW count_drift AS
  SELECT scope, user_id, state, sum(n) AS n, sum(medicines) AS medicines_fcfa, sum(commission) AS commission_fcfa,
    sum(delivery_fees) AS delivery_fees_fcfa, sum(paid) AS paid_fcfa
  FROM (
    SELECT k.scope, k.user_id, k.state, 1::bigint AS n, coalesce(o.medicines_fcfa, 0)::bigint AS medicines, coalesce(o.commission_fcfa, 0)::bigint AS commission,
        o.delivery_fee_fcfa::bigint AS delivery_fees, o.paid_fcfa::bigint AS paid
      FROM orders o, LATERAL (VALUES
    ('orders', '00000000-0000-0000-0000-000000000000'::uuid, o.state),
    ('pharmacy', o.pharmacy_id, o.state),
    ('pharmacyMonth', CASE WHEN o.ended_at IS NOT NULL THEN o.pharmacy_id END, to_char(o.ended_at AT TIME ZONE 'Africa/Porto-Novo', 'YYYY-MM')),
    ('deliveryPerson', o.delivery_person_id, o.state),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS NULL THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE o.items_written_by_id END, o.state),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS DISTINCT FROM o.items_written_by_id THEN o.agent_id END, o.state)
      ) AS k (scope, user_id, state) WHERE k.user_id IS NOT NULL
    UNION ALL SELECT k.scope, k.user_id, CASE WHEN p.used_by_id IS NULL THEN 'unused' ELSE 'used' END, 1, 0, 0, 0, 0
      FROM prescriptions p,
        LATERAL (VALUES ('prescriptions', '00000000-0000-0000-0000-000000000000'::uuid), ('author', p.author_id), ('reader', p.reader_id)) AS k (scope, user_id)
      WHERE p.deleted_at IS NULL AND k.user_id IS NOT NULL
    UNION ALL SELECT 'users', '00000000-0000-0000-0000-000000000000'::uuid, u.type || CASE WHEN u.active THEN ' active' ELSE ' inactive' END, 1, 0, 0, 0, 0 FROM users u WHERE u.phone IS NOT NULL
    UNION ALL SELECT scope, user_id, state, -n, -medicines_fcfa, -commission_fcfa, -delivery_fees_fcfa, -paid_fcfa FROM count_lines
  ) c
  GROUP BY 1, 2, 3
  HAVING (sum(n), sum(medicines), sum(commission), sum(delivery_fees), sum(paid)) <> (0, 0, 0, 0, 0);--> statement-breakpoint
CREATE OR REPLACE VIEW day_count_lines AS
  SELECT day, zone_id, state, n, paid_fcfa, commission_fcfa FROM day_counts
  UNION ALL SELECT day, zone_id, state, n, paid_fcfa, commission_fcfa FROM day_count_changes;--> statement-breakpoint
CREATE OR REPLACE VIEW day_count_drift AS
  SELECT day, zone_id, state, sum(n) AS n, sum(paid) AS paid_fcfa, sum(commission) AS commission_fcfa
  FROM (
    SELECT (created_at AT TIME ZONE 'Africa/Porto-Novo')::date AS day, zone_id, state, 1::bigint AS n, paid_fcfa::bigint AS paid,
        coalesce(commission_fcfa, 0)::bigint AS commission FROM orders
    UNION ALL SELECT (o.created_at AT TIME ZONE 'Africa/Porto-Novo')::date, '00000000-0000-0000-0000-000000000000', round(extract(epoch FROM e.at - p.settled_at) / 60)::text, 1, 0, 0
      FROM order_events e JOIN orders o ON o.id = e.order_id JOIN payments p ON p.id = o.payment_id
      WHERE e.action = 'mark-delivered' AND p.settled_at IS NOT NULL
    UNION ALL SELECT day, zone_id, state, -n, -paid_fcfa, -commission_fcfa FROM day_count_lines
  ) c
  GROUP BY 1, 2, 3
  HAVING (sum(n), sum(paid), sum(commission)) <> (0, 0, 0);--> statement-breakpoint
INSERT INTO counts (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa)
  SELECT * FROM count_drift WHERE scope = 'pharmacyMonth';--> statement-breakpoint
INSERT INTO day_count_changes (day, zone_id, state, n, paid_fcfa, commission_fcfa) SELECT * FROM day_count_drift;