CREATE TABLE "prescription_watchers" (
	"prescription_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	CONSTRAINT "prescription_watchers_prescription_id_customer_id_pk" PRIMARY KEY("prescription_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_problem_known";--> statement-breakpoint
ALTER TABLE "prescription_items" DROP CONSTRAINT "prescription_items_price";--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD COLUMN "check_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD COLUMN "refused" text;--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD COLUMN "checked_by_id" uuid;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "awaits_review" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "review_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "checked_by_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reduction_limit_fcfa" integer;--> statement-breakpoint
ALTER TABLE "prescription_watchers" ADD CONSTRAINT "prescription_watchers_prescription_id_prescriptions_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescription_watchers" ADD CONSTRAINT "prescription_watchers_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD CONSTRAINT "insurance_cards_checked_by_id_users_id_fk" FOREIGN KEY ("checked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medications" ADD CONSTRAINT "medications_checked_by_id_users_id_fk" FOREIGN KEY ("checked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "insurance_cards_to_check" ON "insurance_cards" USING btree ("check_asked_at") WHERE "insurance_cards"."check_asked_at" is not null;--> statement-breakpoint
CREATE INDEX "prescription_items_waiting" ON "prescription_items" USING btree ("medication_id") WHERE "prescription_items"."price_fcfa" = 0;--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD CONSTRAINT "insurance_cards_refused_known" CHECK ("insurance_cards"."refused" in ('unreadable', 'expired', 'other-person', 'wrong-rate', 'not-insurance'));--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD CONSTRAINT "insurance_cards_refused" CHECK ("insurance_cards"."refused" is null or not "insurance_cards"."verified");--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD CONSTRAINT "insurance_cards_check_asked" CHECK ("insurance_cards"."check_asked_at" is null or not "insurance_cards"."verified" and "insurance_cards"."refused" is null);--> statement-breakpoint
ALTER TABLE "medications" ADD CONSTRAINT "medications_awaits_review" CHECK (not ("medications"."awaits_review" and "medications"."reviewed"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_reduction_limit" CHECK ("orders"."reduction_limit_fcfa" is null or "orders"."reduction_limit_fcfa" >= 0 and "orders"."card_id" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total" CHECK ("orders"."total_fcfa" = greatest(("orders"."delivery_fee_fcfa"::bigint * 100 + "orders"."medicines_fcfa"::bigint * (110 - coalesce("orders"."card_rate", 0)) + 50) / 100, "orders"."medicines_fcfa"::bigint + "orders"."delivery_fee_fcfa" + "orders"."commission_fcfa" - "orders"."reduction_limit_fcfa"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_problem_known" CHECK ("orders"."problem" in ('customer-absent', 'address-not-found', 'medicine-missing', 'medicine-out-of-stock', 'quantity-short', 'price-differs', 'prescription-unclear', 'pharmacy-closing'));--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_price" CHECK ("prescription_items"."price_fcfa" >= 0);--> statement-breakpoint
-- Written by hand.
-- What prescribers added before: its price is to be checked, unless it is in an order. Nothing is run in an empty database,
-- which a trigger of this update would fill: a backup is restored only into an empty one.
DO $$ BEGIN IF EXISTS (SELECT FROM "medications") THEN
  UPDATE "medications" m SET "awaits_review" = true FROM "users" u
  WHERE u."id" = m."created_by_id" AND u."type" = 'partnerDoctor' AND NOT m."reviewed" AND m."deleted_at" IS NULL
    AND NOT EXISTS (SELECT FROM "order_items" i WHERE i."medication_id" = m."id");
  UPDATE "prescription_items" i SET "price_fcfa" = 0 FROM "medications" m, "prescriptions" p
  WHERE m."id" = i."medication_id" AND m."awaits_review" AND p."id" = i."prescription_id"
    AND p."used_by_id" IS NULL AND p."deleted_at" IS NULL
    AND NOT EXISTS (SELECT FROM "orders" o WHERE o."prescription_id" = p."id" AND o."state" <> 'cancelled');
END IF; END $$;
