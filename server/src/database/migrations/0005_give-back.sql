CREATE TABLE "refund_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"refund_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"medicines_fcfa" integer NOT NULL,
	"commission_fcfa" integer NOT NULL,
	"reduction_fcfa" integer NOT NULL,
	CONSTRAINT "refund_lines_quantity" CHECK ("refund_lines"."quantity" between 1 and 999),
	CONSTRAINT "refund_lines_amounts" CHECK ("refund_lines"."medicines_fcfa" > 0 and "refund_lines"."commission_fcfa" >= 0 and "refund_lines"."reduction_fcfa" >= 0 and "refund_lines"."medicines_fcfa" + "refund_lines"."commission_fcfa" >= "refund_lines"."reduction_fcfa")
);
--> statement-breakpoint
DROP INDEX "refunds_order_unique";--> statement-breakpoint
DROP INDEX "refunds_debit_unique";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "problem_medication_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "way" text DEFAULT 'provider' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "payout_provider" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "provider_payout_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_lines_unique" ON "refund_lines" USING btree ("refund_id","position");--> statement-breakpoint
CREATE INDEX "refund_lines_order" ON "refund_lines" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_payout_unique" ON "refunds" USING btree ("payout_provider","provider_payout_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id") WHERE "refunds"."order_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_debit_unique" ON "refunds" USING btree ("payment_id","debit") WHERE "refunds"."order_id" is null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_way" CHECK ("refunds"."way" in ('provider', 'payout', 'hand'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payout" CHECK ("refunds"."payout_provider" is not null or ("refunds"."way" <> 'payout' and "refunds"."provider_payout_id" is null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('unavailable', 'missing', 'damaged', 'wrong', 'other'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reason_of_order" CHECK ("refunds"."reason" is null or "refunds"."order_id" is not null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_note" CHECK ("refunds"."note" is null or "refunds"."reason" is not null and length(btrim("refunds"."note")) between 1 and 300);
--> statement-breakpoint
CREATE TRIGGER refund_lines_append_only BEFORE UPDATE OR DELETE ON refund_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- All refunds of an order together are at most what was paid for it. The lock makes two of them wait for each other.
CREATE FUNCTION check_refunds_within_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  back bigint;
BEGIN
  SELECT total_fcfa INTO paid FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  SELECT sum(amount_fcfa) INTO back FROM refunds WHERE order_id = NEW.order_id;
  IF back > coalesce(paid, 0) THEN
    RAISE EXCEPTION 'the refunds of order % are % of %', NEW.order_id, back, paid USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_within_order AFTER INSERT OR UPDATE OF amount_fcfa, order_id ON refunds
  FOR EACH ROW WHEN (NEW.order_id IS NOT NULL) EXECUTE FUNCTION check_refunds_within_order();
--> statement-breakpoint
-- No more is given back of a line than was ordered, and the lines of a refund add up to its amount.
CREATE FUNCTION check_refund_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ordered integer;
  back integer;
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  SELECT quantity INTO ordered FROM order_items WHERE order_id = NEW.order_id AND position = NEW.position;
  SELECT sum(quantity) INTO back FROM refund_lines WHERE order_id = NEW.order_id AND position = NEW.position;
  IF back > coalesce(ordered, 0) THEN
    RAISE EXCEPTION 'of line % of order % are % given back of %', NEW.position, NEW.order_id, back, ordered
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refund_lines_within_line AFTER INSERT ON refund_lines FOR EACH ROW EXECUTE FUNCTION check_refund_lines();
--> statement-breakpoint
CREATE FUNCTION check_refund_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM refunds r WHERE r.id = NEW.refund_id AND r.order_id = NEW.order_id AND r.amount_fcfa = (
    SELECT sum(medicines_fcfa + commission_fcfa - reduction_fcfa) FROM refund_lines WHERE refund_id = r.id)) THEN
    RAISE EXCEPTION 'the lines of refund % do not add up', NEW.refund_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refund_lines_add_up AFTER INSERT ON refund_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_refund_adds_up();
--> statement-breakpoint
-- What is given back of an order also concerns its pharmacy, which no longer prepares it.
CREATE OR REPLACE FUNCTION announce_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', jsonb_build_object(
    'table', 'refunds', 'op', lower(tg_op), 'people', jsonb_build_array(new.customer_id), 'id', new.id)::text);
  IF new.order_id IS NOT NULL THEN
    PERFORM pg_notify('changes', jsonb_build_object('table', 'orders', 'op', 'update', 'id', new.order_id, 'people',
      (SELECT jsonb_agg(person) FROM orders o, LATERAL (VALUES (new.customer_id), (o.pharmacy_id)) AS told(person)
        WHERE o.id = new.order_id AND person IS NOT NULL))::text);
  END IF;
  RETURN NULL;
END $$;
