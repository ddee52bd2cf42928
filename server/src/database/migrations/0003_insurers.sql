CREATE TABLE "claim_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"insurer_id" uuid NOT NULL,
	"state" text DEFAULT 'to-send' NOT NULL,
	"amount_fcfa" integer,
	"reason" text,
	"bearer" text,
	"sent_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by_id" uuid,
	CONSTRAINT "claim_lines_state" CHECK ("claim_lines"."state" in ('to-send', 'sent', 'accepted', 'refused', 'sent-again', 'paid')),
	CONSTRAINT "claim_lines_reason_known" CHECK ("claim_lines"."reason" in ('not-insured', 'not-covered', 'ceiling', 'no-agreement', 'papers', 'late')),
	CONSTRAINT "claim_lines_bearer_known" CHECK ("claim_lines"."bearer" in ('platform', 'pharmacy', 'customer')),
	CONSTRAINT "claim_lines_amount" CHECK ("claim_lines"."amount_fcfa" > 0),
	CONSTRAINT "claim_lines_sent" CHECK (num_nulls("claim_lines"."amount_fcfa", "claim_lines"."sent_at") = case "claim_lines"."state" when 'to-send' then 2 else 0 end),
	CONSTRAINT "claim_lines_refused" CHECK (("claim_lines"."reason" is null) = ("claim_lines"."bearer" is null) and ("claim_lines"."state" <> 'refused' or "claim_lines"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "insurers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"search_text" text NOT NULL,
	"rates" integer[] NOT NULL,
	"ceiling_fcfa" integer,
	"limit_fcfa" integer NOT NULL,
	"agreement_above_fcfa" integer,
	"delay_days" integer NOT NULL,
	"excluded" uuid[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "insurers_name" CHECK (length(btrim("insurers"."name")) > 0),
	CONSTRAINT "insurers_amounts" CHECK (least("insurers"."ceiling_fcfa", "insurers"."limit_fcfa", "insurers"."agreement_above_fcfa") >= 0),
	CONSTRAINT "insurers_delay" CHECK ("insurers"."delay_days" between 0 and 365)
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action";--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_subject_kind";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_card_awaited";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total";--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD COLUMN "insurer_id" uuid;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "excluded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "covered_fcfa" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "insurer_agreement" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "insurer_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "insured_reduction_fcfa" integer;--> statement-breakpoint
ALTER TABLE "journals" ADD COLUMN "claim_line_id" uuid;--> statement-breakpoint
ALTER TABLE "claim_lines" ADD CONSTRAINT "claim_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_lines" ADD CONSTRAINT "claim_lines_insurer_id_insurers_id_fk" FOREIGN KEY ("insurer_id") REFERENCES "public"."insurers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_lines" ADD CONSTRAINT "claim_lines_changed_by_id_users_id_fk" FOREIGN KEY ("changed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "claim_lines_order_unique" ON "claim_lines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "claim_lines_insurer" ON "claim_lines" USING btree ("insurer_id");--> statement-breakpoint
CREATE INDEX "claim_lines_owed" ON "claim_lines" USING btree ("insurer_id","order_id") WHERE "claim_lines"."state" in ('to-send', 'sent', 'accepted', 'sent-again');--> statement-breakpoint
CREATE INDEX "claim_lines_changed_by" ON "claim_lines" USING btree ("changed_by_id") WHERE "claim_lines"."changed_by_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "insurers_name_unique" ON "insurers" USING btree ("search_text");--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD CONSTRAINT "insurance_cards_insurer_id_insurers_id_fk" FOREIGN KEY ("insurer_id") REFERENCES "public"."insurers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_insurer_id_insurers_id_fk" FOREIGN KEY ("insurer_id") REFERENCES "public"."insurers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_claim_line_id_claim_lines_id_fk" FOREIGN KEY ("claim_line_id") REFERENCES "public"."claim_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "insurance_cards_insurer" ON "insurance_cards" USING btree ("insurer_id") WHERE "insurance_cards"."insurer_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_insured" ON "payments" USING btree ("insurer_id") WHERE "payments"."insurer_id" is not null and "payments"."status" not in ('paid', 'review', 'refunded');--> statement-breakpoint
CREATE INDEX "journals_claim_line" ON "journals" USING btree ("claim_line_id") WHERE "journals"."claim_line_id" is not null;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action" CHECK ("audit"."action" in ('read', 'open', 'export', 'create', 'change', 'delete', 'progress', 'accept', 'complete', 'activate', 'deactivate', 'plan', 'import', 'settle', 'review', 'attach', 'refund', 'retry', 'refund-by-hand', 'pay-out', 'claim', 'resume-money', 'sign-in', 'lock-out', 'sign-out', 'end-sessions', 'use-recovery-code', 'change-password', 'reset-password', 'set-second-factor', 'remove-second-factor'));--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_kind" CHECK ("audit"."subject_kind" in ('order', 'prescription', 'consultation', 'file', 'card', 'insurer', 'user', 'medication', 'zone', 'pharmacy', 'duty', 'payment', 'refund', 'debit', 'payout', 'list', 'catalogue', 'settings'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_covered" CHECK ("orders"."covered_fcfa" is null or "orders"."covered_fcfa" >= 0 and "orders"."covered_fcfa" < "orders"."medicines_fcfa" and "orders"."card_id" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_agreement" CHECK ("orders"."insurer_agreement" is null or "orders"."card_id" is not null and length(btrim("orders"."insurer_agreement")) between 1 and 300);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_card_awaited" CHECK (not "orders"."card_awaited" or "orders"."card_id" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total" CHECK ("orders"."total_fcfa" = ("orders"."delivery_fee_fcfa"::bigint * 100 + "orders"."medicines_fcfa"::bigint * 110 - coalesce("orders"."covered_fcfa", "orders"."medicines_fcfa")::bigint * coalesce("orders"."card_rate", 0) + 50) / 100 or "orders"."total_fcfa" > ("orders"."delivery_fee_fcfa"::bigint * 100 + "orders"."medicines_fcfa"::bigint * 110 - coalesce("orders"."covered_fcfa", "orders"."medicines_fcfa")::bigint * coalesce("orders"."card_rate", 0) + 50) / 100 and "orders"."card_id" is not null and "orders"."state" <> 'pre-treatment');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_insured" CHECK (("payments"."insurer_id" is null) = ("payments"."insured_reduction_fcfa" is null) and ("payments"."insured_reduction_fcfa" is null or "payments"."insured_reduction_fcfa" > 0));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_claim_line" CHECK (("journals"."kind" in ('claim-paid', 'claim-refused', 'claim-resent')) = ("journals"."claim_line_id" is not null));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('payment', 'delivery', 'ending', 'cancellation', 'handover', 'taken-back', 'giving-back', 'return-fee', 'payout', 'put-aside', 'refund', 'payout-return', 'claim-paid', 'claim-refused', 'claim-resent'));