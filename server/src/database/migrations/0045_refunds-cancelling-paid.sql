CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"debit" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"order_id" uuid,
	"amount_fcfa" integer NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"asked_by_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"provider_reference" text,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('asked', 'sent', 'done', 'failed')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_fcfa" > 0),
	CONSTRAINT "refunds_done" CHECK (("refunds"."done_at" is not null) = ("refunds"."state" = 'done')),
	CONSTRAINT "refunds_next_try" CHECK (("refunds"."next_try_at" is not null) = ("refunds"."state" in ('asked', 'sent')))
);
--> statement-breakpoint
CREATE TABLE "stray_debits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"transaction_id" text NOT NULL,
	"reference" text,
	"amount_fcfa" bigint,
	"currency" text,
	"payment_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" uuid,
	"note" text,
	CONSTRAINT "stray_debits_closed" CHECK (num_nulls("stray_debits"."closed_at", "stray_debits"."closed_by_id", "stray_debits"."note") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"reference" text NOT NULL,
	"amount_fcfa" integer NOT NULL,
	"status" text NOT NULL,
	"settles_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_account";--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_order";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_review_reason";--> statement-breakpoint
DROP INDEX "orders_to_do";--> statement-breakpoint
ALTER TABLE "journals" ADD COLUMN "refund_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_asked_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_declined" text;--> statement-breakpoint
ALTER TABLE "sandbox_transactions" ADD COLUMN "refund_behaviour" text DEFAULT 'approve' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stray_debits" ADD CONSTRAINT "stray_debits_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stray_debits" ADD CONSTRAINT "stray_debits_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_debit_unique" ON "refunds" USING btree ("payment_id","debit");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_order_unique" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("asked_at") WHERE "refunds"."state" <> 'done';--> statement-breakpoint
CREATE INDEX "refunds_customer" ON "refunds" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "refunds_asked_by" ON "refunds" USING btree ("asked_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stray_debits_unique" ON "stray_debits" USING btree ("provider","transaction_id",coalesce("reference", ''));--> statement-breakpoint
CREATE INDEX "stray_debits_open" ON "stray_debits" USING btree ("at","id") WHERE "stray_debits"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "stray_debits_closed_by" ON "stray_debits" USING btree ("closed_by_id") WHERE "stray_debits"."closed_by_id" is not null;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "journals_refund_kind_unique" ON "journals" USING btree ("refund_id","kind");--> statement-breakpoint
CREATE INDEX "orders_to_do" ON "orders" USING btree ((case when "problem_at" is not null or ("cancel_asked_at" is not null and "cancel_declined" is null and "state" = 'pending') then 0 when "state" = 'delivered' then 2 else 1 end),(coalesce("paid_at", "created_at")),"id") WHERE ("orders"."problem_at" is not null
  or ("orders"."cancel_asked_at" is not null and "orders"."cancel_declined" is null and "orders"."state" = 'pending')
  or "orders"."state" = 'pre-treatment' and "orders"."items_count" = 0 and "orders"."photo_problem" is null
  or "orders"."state" = 'pending' and ("orders"."pharmacy_id" is null or "orders"."delivery_person_id" is null)
  or "orders"."state" = 'delivered');--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account" CHECK ("entries"."account" in ('customer', 'insurer', 'pharmacy', 'courier', 'commission', 'platform', 'partner', 'bank', 'refund'));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_refund" CHECK (("journals"."kind" in ('cancellation', 'put-aside', 'refund')) = ("journals"."refund_id" is not null));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('payment', 'ending', 'payout', 'cancellation', 'put-aside', 'refund'));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_order" CHECK (("journals"."kind" in ('payment', 'ending', 'cancellation')) = ("journals"."order_id" is not null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancel_asked_known" CHECK ("orders"."cancel_asked_reason" in ('not-needed', 'too-long', 'mistake', 'elsewhere', 'other'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancel_declined_known" CHECK ("orders"."cancel_declined" in ('prepared', 'leaving', 'agreed'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancel_asked" CHECK (("orders"."cancel_asked_at" is null) = ("orders"."cancel_asked_reason" is null) and ("orders"."cancel_asked_at" is null or "orders"."state" in ('pending', 'cancelled')));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancel_declined" CHECK ("orders"."cancel_declined" is null or "orders"."cancel_asked_at" is not null);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_review_reason" CHECK (case "payments"."status" when 'review' then "payments"."review_reason" is not null when 'refunded' then true when 'paid' then "payments"."review_reason" is null or "payments"."reviewed_at" is not null else "payments"."review_reason" is null end);--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_order_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('pre-treatment', 'pending'), ('pending', 'delivering'), ('delivering', 'delivered'), ('delivered', 'ended'),
    ('pre-treatment', 'cancelled'), ('pending', 'cancelled')
  ) THEN
    RAISE EXCEPTION 'illegal order move from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The order that a refund pays back shows it, so it is announced too.
CREATE FUNCTION announce_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', jsonb_build_object(
    'table', 'refunds', 'op', lower(tg_op), 'people', jsonb_build_array(new.customer_id), 'id', new.id)::text);
  IF new.order_id IS NOT NULL THEN
    PERFORM pg_notify('changes', jsonb_build_object(
      'table', 'orders', 'op', 'update', 'people', jsonb_build_array(new.customer_id), 'id', new.order_id)::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT ON "refunds" FOR EACH ROW EXECUTE FUNCTION announce_refund();--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON "refunds" FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION announce_refund();
--> statement-breakpoint
-- A cancelled order gives its prescription back.
CREATE OR REPLACE FUNCTION refuse_other_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.used_by_id IS NULL AND EXISTS (SELECT FROM orders WHERE id = OLD.used_by_id AND state = 'cancelled') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'prescription % is used for good', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
