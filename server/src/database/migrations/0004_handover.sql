ALTER TABLE "files" DROP CONSTRAINT "files_category";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "handover_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "wrong_codes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "proven" boolean;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "unproven_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "handover_photo" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "waiting_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_handover_photo_files_key_fk" FOREIGN KEY ("handover_photo") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_handover_photo" ON "orders" USING btree ("handover_photo") WHERE "orders"."handover_photo" is not null;--> statement-breakpoint
CREATE INDEX "orders_unproven_by" ON "orders" USING btree ("delivery_person_id","created_at") WHERE not "orders"."proven";--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_category" CHECK ("files"."category" in ('insurance', 'prescription', 'consultation', 'handover'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_handover_code" CHECK ("orders"."handover_code" ~ '^[0-9]{4}$');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_wrong_codes" CHECK (cardinality("orders"."wrong_codes") <= 5);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_unproven_known" CHECK ("orders"."unproven_reason" in ('no-phone', 'not-received', 'other-person', 'code-refused'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_unproven" CHECK ("orders"."unproven_reason" is null or "orders"."proven" is false);