ALTER TABLE "payments" ADD COLUMN "reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reviewed_by_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "review_note" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reviewed_by_id_users_id_fk" FOREIGN KEY ("reviewed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_to_review" ON "payments" USING btree ("settled_at","id") WHERE "payments"."status" = 'review' and "payments"."reviewed_at" is null;--> statement-breakpoint
CREATE INDEX "payments_reviewed_by" ON "payments" USING btree ("reviewed_by_id") WHERE "payments"."reviewed_by_id" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reviewed" CHECK (num_nulls("payments"."reviewed_at", "payments"."reviewed_by_id", "payments"."review_note") in (0, 3) and ("payments"."reviewed_at" is null or "payments"."review_reason" is not null));