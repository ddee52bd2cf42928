-- The marks of devices that have signed in: dated, counted and void with the password that made them (rule 22).
CREATE TABLE "known_devices" (
	"mark_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "known_devices_user" ON "known_devices" USING btree ("user_id","seen_at");
--> statement-breakpoint
-- Whoever changes a password, by whichever way, no longer trusts the devices that knew it.
CREATE FUNCTION forget_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM known_devices WHERE user_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_forget_devices AFTER UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (old.password_hash IS DISTINCT FROM new.password_hash) EXECUTE FUNCTION forget_devices();
--> statement-breakpoint
-- With PHONE_PROOF, the first photograph, card or consultation of an account waits for a code sent to its phone.
ALTER TABLE "users" ADD COLUMN "phone_proven" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Totals follow rule 1 whatever the card; what waits is the payment (rule 40). Unpaid orders get that total, or lose a card that took
-- nothing off, because it was refused; paid ones keep theirs.
UPDATE "orders" SET "reduction_limit_fcfa" = null, "card_id" = null, "card_label" = null, "card_rate" = null, "card_url" = null
WHERE "state" = 'pre-treatment' AND "reduction_limit_fcfa" = 0;
--> statement-breakpoint
UPDATE "orders" SET "reduction_limit_fcfa" = null,
  "total_fcfa" = ("delivery_fee_fcfa"::bigint * 100 + "medicines_fcfa"::bigint * (110 - coalesce("card_rate", 0)) + 50) / 100,
  "reduction_fcfa" = "medicines_fcfa" + "delivery_fee_fcfa" + "commission_fcfa" - ("delivery_fee_fcfa"::bigint * 100 + "medicines_fcfa"::bigint * (110 - coalesce("card_rate", 0)) + 50) / 100
WHERE "state" = 'pre-treatment' AND "reduction_limit_fcfa" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total", DROP CONSTRAINT "orders_reduction_limit", DROP COLUMN "reduction_limit_fcfa", ADD COLUMN "card_awaited" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_card_awaited" CHECK (not "orders"."card_awaited" or "orders"."card_id" is not null and not "orders"."card_verified");
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total" CHECK ("orders"."total_fcfa" = ("orders"."delivery_fee_fcfa"::bigint * 100 + "orders"."medicines_fcfa"::bigint * (110 - coalesce("orders"."card_rate", 0)) + 50) / 100 or "orders"."total_fcfa" > ("orders"."delivery_fee_fcfa"::bigint * 100 + "orders"."medicines_fcfa"::bigint * (110 - coalesce("orders"."card_rate", 0)) + 50) / 100 and "orders"."card_id" is not null and "orders"."state" <> 'pre-treatment');
--> statement-breakpoint
-- What unchecked cards took off is added up by account and by telephone, of which only a keyed hash is kept.
ALTER TABLE "payments" ADD COLUMN "unchecked_reduction_fcfa" integer, ADD COLUMN "unchecked_person" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_unchecked_reduction" CHECK ("payments"."unchecked_reduction_fcfa" > 0);
--> statement-breakpoint
CREATE INDEX "payments_unchecked_person" ON "payments" USING btree ("unchecked_person","created_at") WHERE "payments"."unchecked_person" is not null;
--> statement-breakpoint
UPDATE "payments" SET "unchecked_reduction_fcfa" = "orders"."reduction_fcfa" FROM "orders"
WHERE "orders"."payment_id" = "payments"."id" AND "orders"."card_id" IS NOT NULL AND NOT "orders"."card_verified" AND "orders"."reduction_fcfa" > 0;
--> statement-breakpoint
-- A refusal outlasts the card: it is kept by file content and rate.
CREATE TABLE "refused_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"person" text,
	"file_digest" text NOT NULL,
	"rate" integer NOT NULL,
	"refused" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refused_cards_known" CHECK ("refused_cards"."refused" in ('unreadable', 'expired', 'other-person', 'wrong-rate', 'not-insurance'))
);
--> statement-breakpoint
ALTER TABLE "refused_cards" ADD CONSTRAINT "refused_cards_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "refused_cards_unique" ON "refused_cards" USING btree ("owner_id","file_digest","rate");
--> statement-breakpoint
CREATE INDEX "refused_cards_person" ON "refused_cards" USING btree ("person") WHERE "refused_cards"."person" is not null;
--> statement-breakpoint
-- A restored database moves no money until an operator says so (rule 43).
CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"restored_at" timestamp (3) with time zone NOT NULL,
	"backup_at" timestamp (3) with time zone NOT NULL,
	"resumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
-- The payments of a basket, and those of the same content, are found without reading all payments of their customer.
CREATE INDEX "payments_basket" ON "payments" USING btree ("customer_id","basket_id");
--> statement-breakpoint
CREATE INDEX "payments_content" ON "payments" USING btree ("customer_id","content_digest","created_at");
--> statement-breakpoint
-- The requests that a telephone got are counted before another one is sent to it.
CREATE INDEX "payments_prompts" ON "payments" USING btree ("paying_phone","created_at") WHERE "payments"."operator" is not null;
--> statement-breakpoint
-- « ndah » finds N’Dah: names are searched without apostrophes, and with ligatures and full-width letters as usual ones (rule 46).
CREATE OR REPLACE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT translate(lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, NFKC))), '''’‘ʼʻ`´', '') $$;
--> statement-breakpoint
-- A stored folded name is made again only with its row; the trigger of prescriptions keeps patient_names.
UPDATE "users" SET "name" = "name" WHERE "folded_name" <> folded("name");
--> statement-breakpoint
UPDATE "prescriptions" SET "patient_name" = "patient_name" WHERE "folded_name" <> folded("patient_name");
--> statement-breakpoint
-- A prescription of a prescriber who is not verified waits for an in-house pharmacist before it can be paid (rule 39).
ALTER TABLE "prescriptions" ADD COLUMN "check_asked_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "checked_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE INDEX "prescriptions_to_check" ON "prescriptions" USING btree ("check_asked_at") WHERE "prescriptions"."check_asked_at" is not null and "prescriptions"."checked_at" is null and "prescriptions"."used_by_id" is null and "prescriptions"."deleted_at" is null;
--> statement-breakpoint
-- The journal has one more action: money goes out again after a restore.
ALTER TABLE "audit" DROP CONSTRAINT "audit_action";
--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action" CHECK ("audit"."action" in ('read', 'open', 'export', 'create', 'change', 'delete', 'progress', 'accept', 'complete', 'activate', 'deactivate', 'plan', 'import', 'settle', 'review', 'attach', 'refund', 'retry', 'refund-by-hand', 'pay-out', 'resume-money', 'sign-in', 'lock-out', 'sign-out', 'end-sessions', 'use-recovery-code', 'change-password', 'reset-password', 'set-second-factor', 'remove-second-factor'));
