CREATE TABLE "payout_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"operator" text NOT NULL,
	"phone" text NOT NULL,
	CONSTRAINT "payout_accounts_operator" CHECK ("payout_accounts"."operator" in ('mtn', 'moov', 'celtiis'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"journal_id" uuid NOT NULL,
	"beneficiary_id" uuid NOT NULL,
	"amount_fcfa" integer NOT NULL,
	"state" text NOT NULL,
	"provider" text,
	"operator" text,
	"phone" text,
	"asked_by_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"provider_payout_id" text,
	"settled_at" timestamp (3) with time zone,
	"failure" text,
	"return_journal_id" uuid,
	"replaces_id" uuid,
	"note" text,
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('asked', 'sent', 'done', 'failed')),
	CONSTRAINT "payouts_operator" CHECK ("payouts"."operator" in ('mtn', 'moov', 'celtiis')),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_fcfa" > 0),
	CONSTRAINT "payouts_settled" CHECK (("payouts"."settled_at" is not null) = ("payouts"."state" in ('done', 'failed'))),
	CONSTRAINT "payouts_next_try" CHECK (("payouts"."next_try_at" is not null) = ("payouts"."state" in ('asked', 'sent'))),
	CONSTRAINT "payouts_returned" CHECK (("payouts"."return_journal_id" is not null) = ("payouts"."state" = 'failed')),
	CONSTRAINT "payouts_by_hand" CHECK ("payouts"."provider" is not null or ("payouts"."state" = 'done' and "payouts"."note" is not null))
);
--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_account";--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "operator" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paying_phone" text;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_beneficiary_id_users_id_fk" FOREIGN KEY ("beneficiary_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_return_journal_id_journals_id_fk" FOREIGN KEY ("return_journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_replaces_id_payouts_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_user_unique" ON "payout_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_journal_unique" ON "payouts" USING btree ("journal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_return_unique" ON "payouts" USING btree ("return_journal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_replaces_unique" ON "payouts" USING btree ("replaces_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_provider_unique" ON "payouts" USING btree ("provider","provider_payout_id");--> statement-breakpoint
CREATE INDEX "payouts_due" ON "payouts" USING btree ("next_try_at") WHERE "payouts"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "payouts_beneficiary" ON "payouts" USING btree ("beneficiary_id");--> statement-breakpoint
CREATE INDEX "payouts_asked_by" ON "payouts" USING btree ("asked_by_id");--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account" CHECK ("entries"."account" in ('customer', 'insurer', 'pharmacy', 'courier', 'commission', 'platform', 'partner', 'bank', 'returned', 'refund'));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('payment', 'ending', 'payout', 'cancellation', 'put-aside', 'refund', 'payout-return'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_operator" CHECK ("payments"."operator" in ('mtn', 'moov', 'celtiis'));--> statement-breakpoint
-- Hand-written: a payout that is done or failed never changes; only the number it went to is erased, with its account.
CREATE FUNCTION payouts_settled_stay() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if old.state in ('done', 'failed') and (tg_op = 'DELETE' or to_jsonb(new) - 'phone' is distinct from to_jsonb(old) - 'phone') then
    raise exception 'a settled payout does not change' using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
--> statement-breakpoint
CREATE TRIGGER payouts_settled_stay BEFORE UPDATE OR DELETE ON payouts FOR EACH ROW EXECUTE FUNCTION payouts_settled_stay();
--> statement-breakpoint
-- Hand-written: a payout that did not arrive may be paid again, so its account counts with the partner's.
CREATE OR REPLACE FUNCTION check_not_overpaid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  balance bigint;
BEGIN
  SELECT sum(amount_fcfa) INTO balance FROM entries
    -- Said so, the index serves; `IS NOT DISTINCT FROM` would read everybody's.
    WHERE (account = NEW.account OR (NEW.account = 'partner' AND account = 'returned'))
      AND (beneficiary_id = NEW.beneficiary_id OR (beneficiary_id IS NULL AND NEW.beneficiary_id IS NULL));
  IF balance > 0 THEN
    RAISE EXCEPTION 'account % is overpaid by %', NEW.account, balance USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
