CREATE TABLE "file_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"object" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"category" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"bound_at" timestamp (3) with time zone,
	CONSTRAINT "files_category" CHECK ("files"."category" in ('insurance', 'prescription')),
	CONSTRAINT "files_content_type" CHECK ("files"."content_type" in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
	CONSTRAINT "files_bytes" CHECK ("files"."bytes" between 1 and 10485760)
);
--> statement-breakpoint
CREATE TABLE "insurance_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"label" text,
	"rate" integer NOT NULL,
	"file_key" text,
	"verified" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "insurance_cards_rate" CHECK ("insurance_cards"."rate" between 5 and 100),
	CONSTRAINT "insurance_cards_file" CHECK (("insurance_cards"."file_key" is null) = ("insurance_cards"."deleted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "prescription_items" (
	"prescription_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"medication_id" uuid NOT NULL,
	"label" text NOT NULL,
	"quantity" integer NOT NULL,
	"price_fcfa" integer NOT NULL,
	CONSTRAINT "prescription_items_prescription_id_position_pk" PRIMARY KEY("prescription_id","position"),
	CONSTRAINT "prescription_items_quantity" CHECK ("prescription_items"."quantity" between 1 and 999),
	CONSTRAINT "prescription_items_price" CHECK ("prescription_items"."price_fcfa" > 0)
);
--> statement-breakpoint
-- Before the references to it.
CREATE UNIQUE INDEX "files_key_unique" ON "files" USING btree ("key");--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_account";--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_card";--> statement-breakpoint
ALTER TABLE "journals" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "journals" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "prescription_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "prescription_version" integer;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "client_ref" text;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "priced_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "prescriptions" SET "priced_at" = "created_at";--> statement-breakpoint
ALTER TABLE "prescriptions" ALTER COLUMN "priced_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "reserved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "used_by_id" uuid;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD CONSTRAINT "insurance_cards_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD CONSTRAINT "insurance_cards_file_key_files_key_fk" FOREIGN KEY ("file_key") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_prescription_id_prescriptions_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_openings_object" ON "file_openings" USING btree ("object","at");--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "files_unbound" ON "files" USING btree ("created_at") WHERE "files"."bound_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "insurance_cards_owner_unique" ON "insurance_cards" USING btree ("owner_id") WHERE "insurance_cards"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "insurance_cards_file_unique" ON "insurance_cards" USING btree ("file_key");--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_prescription_url_files_key_fk" FOREIGN KEY ("prescription_url") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_card_url_files_key_fk" FOREIGN KEY ("card_url") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_prescription_id_prescriptions_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_url_files_key_fk" FOREIGN KEY ("url") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_reserved_by_id_users_id_fk" FOREIGN KEY ("reserved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_used_by_id_orders_id_fk" FOREIGN KEY ("used_by_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What was prescribed and used before this migration stood on the orders alone.
UPDATE "prescriptions" p SET "used_by_id" = o."id", "used_at" = o."created_at"
  FROM "orders" o WHERE o."prescription_id" = p."id" AND o."state" <> 'pre-treatment';--> statement-breakpoint
INSERT INTO "prescription_items" ("prescription_id", "position", "medication_id", "label", "quantity", "price_fcfa")
  SELECT o."prescription_id", i."position", i."medication_id", i."label", i."quantity", i."price_fcfa"
  FROM "order_items" i JOIN "orders" o ON o."id" = i."order_id" WHERE o."prescription_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_prescription_url_unique" ON "orders" USING btree ("prescription_url");--> statement-breakpoint
CREATE INDEX "orders_card_url" ON "orders" USING btree ("card_url") WHERE "orders"."card_url" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "prescriptions_client_ref_unique" ON "prescriptions" USING btree ("author_id","client_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "prescriptions_used_by_unique" ON "prescriptions" USING btree ("used_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "prescriptions_url_unique" ON "prescriptions" USING btree ("url");--> statement-breakpoint
CREATE INDEX "prescriptions_author" ON "prescriptions" USING btree ("author_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "prescriptions_date" ON "prescriptions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account" CHECK ("entries"."account" in ('customer', 'insurer', 'pharmacy', 'courier', 'commission', 'platform', 'partner', 'bank'));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_order" CHECK (("journals"."kind" = 'payout') = ("journals"."order_id" is null));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_payout_actor" CHECK (("journals"."kind" = 'payout') = ("journals"."actor_id" is not null));--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('payment', 'ending', 'payout'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_card" CHECK (("orders"."card_id" is null) = ("orders"."card_rate" is null) and ("orders"."card_id" is null) = ("orders"."card_url" is null));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_prescription" CHECK (("payments"."prescription_id" is null) = ("payments"."prescription_version" is null));--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_version" CHECK ("prescriptions"."version" > 0);--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_reservation" CHECK (("prescriptions"."reserved_by_id" is null) = ("prescriptions"."reserved_until" is null));--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_use" CHECK (("prescriptions"."used_by_id" is null) = ("prescriptions"."used_at" is null));--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_used_stays" CHECK ("prescriptions"."used_by_id" is null or "prescriptions"."deleted_at" is null);