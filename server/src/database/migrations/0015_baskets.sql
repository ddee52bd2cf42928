ALTER TABLE "payments" ADD COLUMN "basket_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "content_digest" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "portal" jsonb;--> statement-breakpoint
-- Earlier payments were each a basket of their own.
UPDATE "payments" SET "basket_id" = "transaction_id", "content_digest" = "transaction_id";--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "basket_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "content_digest" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_paid_per_basket" ON "payments" USING btree ("customer_id","basket_id") WHERE "payments"."status" = 'paid';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_pending_per_basket" ON "payments" USING btree ("customer_id","basket_id") WHERE "payments"."status" = 'pending';
