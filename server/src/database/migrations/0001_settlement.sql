CREATE TABLE "payout_terms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"interval" text NOT NULL,
	"minimum_fcfa" integer NOT NULL,
	"left_out" text,
	CONSTRAINT "payout_terms_interval" CHECK ("payout_terms"."interval" in ('day', 'week', 'fortnight', 'month', 'by-hand')),
	CONSTRAINT "payout_terms_minimum" CHECK ("payout_terms"."minimum_fcfa" >= 0)
);
--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_account";--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_order";--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_refund";--> statement-breakpoint
DROP INDEX "entries_shares";--> statement-breakpoint
DROP INDEX "entries_partner";--> statement-breakpoint
DROP INDEX "journals_order_kind_unique";--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "payout_terms" ADD CONSTRAINT "payout_terms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_terms_user_unique" ON "payout_terms" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "entries_sums" ON "entries" USING btree ("xact","account","beneficiary_id","amount_fcfa");--> statement-breakpoint
CREATE INDEX "entries_payee" ON "entries" USING btree ("beneficiary_id","at","id","account","amount_fcfa") WHERE "entries"."beneficiary_id" is not null;--> statement-breakpoint
CREATE INDEX "entries_payouts" ON "entries" USING btree ("beneficiary_id","at") WHERE "entries"."beneficiary_id" is not null and "entries"."amount_fcfa" > 0 and "entries"."account" <> 'corrected';--> statement-breakpoint
CREATE INDEX "journals_order" ON "journals" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "journals_order_kind_unique" ON "journals" USING btree ("order_id","kind") WHERE "journals"."kind" in ('payment', 'delivery', 'ending', 'cancellation');--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account" CHECK ("entries"."account" in ('customer', 'insurer', 'pharmacy', 'courier', 'kept', 'commission', 'platform', 'partner', 'corrected', 'bank', 'returned', 'refund'));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('payment', 'delivery', 'ending', 'cancellation', 'handover', 'taken-back', 'giving-back', 'return-fee', 'payout', 'put-aside', 'refund', 'payout-return'));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_order" CHECK (("journals"."kind" in ('payment', 'delivery', 'ending', 'cancellation', 'handover', 'taken-back', 'giving-back', 'return-fee')) = ("journals"."order_id" is not null));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_refund" CHECK (("journals"."kind" in ('cancellation', 'giving-back', 'put-aside', 'refund')) = ("journals"."refund_id" is not null));--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_method" CHECK ("payouts"."method" is null or ("payouts"."method" in ('cash', 'cheque', 'bank', 'mobile') and "payouts"."provider" is null));--> statement-breakpoint
-- A payout that did not arrive may be paid again, and what was given back may not be paid: both count with what the payee earned.
CREATE OR REPLACE FUNCTION check_not_overpaid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  balance bigint;
BEGIN
  IF NEW.beneficiary_id IS NULL THEN
    SELECT sum(amount_fcfa) INTO balance FROM entries WHERE account IN ('platform', 'corrected') AND beneficiary_id IS NULL;
  ELSE
    SELECT sum(amount_fcfa) INTO balance FROM entries WHERE beneficiary_id = NEW.beneficiary_id;
  END IF;
  IF balance > 0 THEN
    RAISE EXCEPTION 'account % is overpaid by %', NEW.account, balance USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER entries_not_overpaid ON entries;
--> statement-breakpoint
-- A correction may go below what was paid: it is taken off the next payout.
CREATE CONSTRAINT TRIGGER entries_not_overpaid AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.amount_fcfa > 0 AND NEW.account <> 'corrected' AND (NEW.account = 'platform' OR NEW.beneficiary_id IS NOT NULL))
  EXECUTE FUNCTION check_not_overpaid();
--> statement-breakpoint
-- Orders on their way or over before pharmacies and couriers could be paid: what they are owed for them is booked as by these events.
WITH events AS (
  SELECT gen_random_uuid() AS id, o.id AS order_id, e.kind, e.account, e.owner, e.amount, coalesce(o.ended_at, now()) AS at
  FROM orders o, LATERAL (VALUES
    ('handover', 'pharmacy', CASE WHEN o.state IN ('delivering', 'delivered', 'ended') OR o.held_by_id IS NOT NULL THEN o.pharmacy_id END, o.medicines_fcfa),
    ('delivery', 'courier', CASE WHEN o.state IN ('delivered', 'ended') THEN o.delivery_person_id END, o.delivery_fee_fcfa)
  ) AS e (kind, account, owner, amount)
  WHERE o.state IN ('pending', 'delivering', 'delivered', 'ended') AND e.owner IS NOT NULL AND e.amount > 0
), booked AS (
  INSERT INTO journals (id, kind, order_id, at) SELECT id, kind, order_id, at FROM events RETURNING id
)
INSERT INTO entries (id, journal_id, account, beneficiary_id, amount_fcfa, at)
  SELECT gen_random_uuid(), id, account, owner, -amount, at FROM events
  UNION ALL SELECT gen_random_uuid(), id, account, NULL, amount, at FROM events;
