ALTER TABLE "orders" DROP CONSTRAINT "orders_state";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_paid";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_paid_at";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_on_the_way_have_a_courier";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_pharmacy_after_payment";--> statement-breakpoint
DROP INDEX "orders_prescription_unique";--> statement-breakpoint
DROP INDEX "orders_pharmacy_open";--> statement-breakpoint
DROP INDEX "orders_delivery_person_open";--> statement-breakpoint
DROP INDEX "orders_writer_open";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
CREATE INDEX "orders_prescription" ON "orders" USING btree ("prescription_id") WHERE "orders"."prescription_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_prescription_unique" ON "orders" USING btree ("prescription_id") WHERE "orders"."state" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_pharmacy_open" ON "orders" USING btree ("pharmacy_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."state" not in ('ended', 'cancelled');--> statement-breakpoint
CREATE INDEX "orders_delivery_person_open" ON "orders" USING btree ("delivery_person_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."state" not in ('ended', 'cancelled');--> statement-breakpoint
CREATE INDEX "orders_writer_open" ON "orders" USING btree ("items_written_by_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."state" not in ('ended', 'cancelled');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancel_reason_known" CHECK ("orders"."cancel_reason" in ('customer', 'duplicate', 'unavailable', 'unreachable', 'unpaid'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancel_reason" CHECK (("orders"."cancel_reason" is null) = ("orders"."state" <> 'cancelled'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_state" CHECK ("orders"."state" in ('pre-treatment', 'pending', 'delivering', 'delivered', 'ended', 'cancelled'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid" CHECK (case when "orders"."state" in ('pre-treatment', 'cancelled') then "orders"."paid_fcfa" = 0 and "orders"."payment_id" is null else "orders"."total_fcfa" is not null and "orders"."paid_fcfa" = "orders"."total_fcfa" and "orders"."payment_id" is not null end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_at" CHECK (("orders"."paid_at" is null) = ("orders"."state" in ('pre-treatment', 'cancelled')));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_on_the_way_have_a_courier" CHECK ("orders"."state" in ('pre-treatment', 'pending', 'cancelled') or "orders"."delivery_person_id" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pharmacy_after_payment" CHECK (not "orders"."state" in ('pre-treatment', 'cancelled') or "orders"."pharmacy_id" is null);--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_order_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('pre-treatment', 'pending'), ('pending', 'delivering'), ('delivering', 'delivered'), ('delivered', 'ended'),
    ('pre-treatment', 'cancelled')
  ) THEN
    RAISE EXCEPTION 'illegal order move from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- A cancelled order keeps its prescription, which another order may use.
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
  SELECT p.used_by_id IS DISTINCT FROM
      (SELECT o.id FROM orders o WHERE o.prescription_id = p.id AND o.state NOT IN ('pre-treatment', 'cancelled'))
    INTO broken FROM prescriptions p WHERE p.id = wanted;
  IF broken THEN
    RAISE EXCEPTION 'prescription % and its order do not agree', wanted USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
