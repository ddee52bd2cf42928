ALTER TABLE "prescriptions" DROP CONSTRAINT "prescriptions_use";--> statement-breakpoint
ALTER TABLE "prescriptions" DROP CONSTRAINT "prescriptions_used_stays";--> statement-breakpoint
ALTER TABLE "prescriptions" DROP CONSTRAINT "prescriptions_erased";--> statement-breakpoint
DROP INDEX "orders_prescription_unique";--> statement-breakpoint
DROP INDEX "prescriptions_to_check";--> statement-breakpoint
ALTER TABLE "prescription_items" ADD COLUMN "repeats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prescription_items" ADD COLUMN "repeat_days" integer;--> statement-breakpoint
ALTER TABLE "prescription_items" ADD COLUMN "deliver_before" date;--> statement-breakpoint
ALTER TABLE "prescription_items" ADD COLUMN "may_split" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "closing" text;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "end_told_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_prescription_waiting" ON "orders" USING btree ("prescription_id") WHERE "orders"."state" = 'pre-treatment';--> statement-breakpoint
CREATE INDEX "prescription_items_end" ON "prescription_items" USING btree ("deliver_before") WHERE "prescription_items"."deliver_before" is not null;--> statement-breakpoint
CREATE INDEX "prescriptions_to_check" ON "prescriptions" USING btree ("check_asked_at") WHERE "prescriptions"."check_asked_at" is not null and "prescriptions"."checked_at" is null and "prescriptions"."used_at" is null and "prescriptions"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_repeats" CHECK ("prescription_items"."repeats" between 0 and 11);--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_repeat_days" CHECK ("prescription_items"."repeat_days" is null or "prescription_items"."repeats" > 0 and "prescription_items"."repeat_days" between 1 and 365);--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_closing_known" CHECK ("prescriptions"."closing" in ('renounced', 'withdrawn', 'expired', 'single'));--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_closed" CHECK ("prescriptions"."closing" is null or "prescriptions"."used_at" is not null);--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_use" CHECK ("prescriptions"."used_by_id" is null or "prescriptions"."used_at" is not null);--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_used_stays" CHECK ("prescriptions"."used_at" is null or "prescriptions"."deleted_at" is null);--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_erased" CHECK ("prescriptions"."erased_at" is null or "prescriptions"."used_at" is not null or "prescriptions"."deleted_at" is not null);
--> statement-breakpoint
-- What was given of a prescription by medicine: the boxes of its paid orders, without those that were given back.
CREATE FUNCTION given_of(wanted uuid) RETURNS TABLE (medication_id uuid, boxes integer, last_at timestamp with time zone)
LANGUAGE sql STABLE AS $$
  SELECT i.medication_id, sum(i.quantity - b.boxes)::integer, max(o.paid_at) FILTER (WHERE i.quantity > b.boxes)
  FROM orders o JOIN order_items i ON i.order_id = o.id,
    LATERAL (SELECT coalesce(sum(r.quantity), 0) AS boxes FROM refund_lines r WHERE r.order_id = i.order_id AND r.position = i.position) b
  WHERE o.prescription_id = wanted AND o.state NOT IN ('pre-treatment', 'cancelled')
  GROUP BY 1
$$;
--> statement-breakpoint
-- Until now one order used a prescription up, whatever it left out.
UPDATE prescriptions p SET closing = 'single'
WHERE p.used_by_id IS NOT NULL AND EXISTS (
  SELECT FROM prescription_items l LEFT JOIN given_of(p.id) g ON g.medication_id = l.medication_id
  WHERE l.prescription_id = p.id GROUP BY l.medication_id, g.boxes HAVING sum(l.quantity) > coalesce(g.boxes, 0));
--> statement-breakpoint
-- Boxes that come back open a prescription again.
DROP TRIGGER prescriptions_use_stays ON prescriptions;
--> statement-breakpoint
DROP FUNCTION refuse_other_use();
--> statement-breakpoint
-- No more is given of a medicine than was prescribed, and a prescription of which all was given is used.
CREATE OR REPLACE FUNCTION check_prescription_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted uuid;
  broken boolean;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN
    wanted := NEW.prescription_id;
  ELSE
    wanted := NEW.id;
  END IF;
  SELECT p.used_by_id IS NOT NULL AND NOT EXISTS (SELECT FROM orders o
      WHERE o.id = p.used_by_id AND o.prescription_id = p.id AND o.state NOT IN ('pre-treatment', 'cancelled'))
    INTO broken FROM prescriptions p WHERE p.id = wanted;
  IF broken THEN
    RAISE EXCEPTION 'prescription % and its order do not agree', wanted USING ERRCODE = 'check_violation';
  END IF;
  -- An erased one has no lines.
  IF EXISTS (SELECT FROM prescription_items WHERE prescription_id = wanted)
    AND EXISTS (SELECT FROM given_of(wanted) g LEFT JOIN prescription_items l ON l.prescription_id = wanted AND l.medication_id = g.medication_id
      GROUP BY g.medication_id, g.boxes HAVING g.boxes > coalesce(sum(l.quantity * (1 + l.repeats)), 0)) THEN
    RAISE EXCEPTION 'more is given than prescription % says', wanted USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM prescriptions p WHERE p.id = wanted AND p.used_at IS NULL AND p.deleted_at IS NULL)
    AND EXISTS (SELECT FROM prescription_items WHERE prescription_id = wanted)
    AND NOT EXISTS (SELECT FROM prescription_items l LEFT JOIN given_of(wanted) g ON g.medication_id = l.medication_id
      WHERE l.prescription_id = wanted GROUP BY l.medication_id, g.boxes HAVING sum(l.quantity * (1 + l.repeats)) > coalesce(g.boxes, 0)) THEN
    RAISE EXCEPTION 'nothing remains of prescription %, which is not used', wanted USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER prescriptions_used_by_order ON prescriptions;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER prescriptions_used_by_order AFTER INSERT OR UPDATE OF used_by_id, used_at ON prescriptions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_prescription_use();
--> statement-breakpoint
-- Whoever wrote the items of one of its orders reads a prescription; the next order may have been placed with its code.
DROP TRIGGER note_reader ON orders;
--> statement-breakpoint
CREATE TRIGGER note_reader AFTER INSERT OR UPDATE OF prescription_id, items_written_by_id ON orders FOR EACH ROW
  WHEN (new.prescription_id IS NOT NULL AND new.items_written_by_id IS NOT NULL) EXECUTE FUNCTION note_reader();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_prescription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO count_changes (scope, user_id, state, n)
  SELECT k.scope, k.user_id, CASE WHEN p.used_at IS NULL THEN 'unused' ELSE 'used' END, sum(p.sign)
  FROM (VALUES (1, new.author_id, new.reader_id, new.used_at, new.deleted_at),
      (-1, old.author_id, old.reader_id, old.used_at, old.deleted_at)) AS p (sign, author_id, reader_id, used_at, deleted_at),
    LATERAL (VALUES ('prescriptions', '00000000-0000-0000-0000-000000000000'::uuid), ('author', p.author_id), ('reader', p.reader_id))
      AS k (scope, user_id)
  WHERE p.author_id IS NOT NULL AND k.user_id IS NOT NULL AND p.deleted_at IS NULL
  GROUP BY 1, 2, 3 HAVING sum(p.sign) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER count ON prescriptions;
--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT OR DELETE OR UPDATE OF author_id, reader_id, used_at, deleted_at ON prescriptions
  FOR EACH ROW EXECUTE FUNCTION count_prescription();
--> statement-breakpoint
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
    UNION ALL SELECT k.scope, k.user_id, CASE WHEN p.used_at IS NULL THEN 'unused' ELSE 'used' END, 1, 0, 0, 0, 0
      FROM prescriptions p,
        LATERAL (VALUES ('prescriptions', '00000000-0000-0000-0000-000000000000'::uuid), ('author', p.author_id), ('reader', p.reader_id)) AS k (scope, user_id)
      WHERE p.deleted_at IS NULL AND k.user_id IS NOT NULL
    UNION ALL SELECT 'users', '00000000-0000-0000-0000-000000000000'::uuid, u.type || CASE WHEN u.active THEN ' active' ELSE ' inactive' END, 1, 0, 0, 0, 0 FROM users u WHERE u.phone IS NOT NULL
    UNION ALL SELECT scope, user_id, state, -n, -medicines_fcfa, -commission_fcfa, -delivery_fees_fcfa, -paid_fcfa FROM count_lines
  ) c
  GROUP BY 1, 2, 3
  HAVING (sum(n), sum(medicines), sum(commission), sum(delivery_fees), sum(paid)) <> (0, 0, 0, 0, 0);
