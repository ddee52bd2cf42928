DROP INDEX "orders_queue";--> statement-breakpoint
DROP INDEX "orders_to_do";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "photo_problem" text;--> statement-breakpoint
CREATE INDEX "orders_queue" ON "orders" USING btree (("items_count" > 0 or "photo_problem" is not null),"created_at","id") WHERE "orders"."state" = 'pre-treatment';--> statement-breakpoint
CREATE INDEX "orders_to_do" ON "orders" USING btree ((case when "problem_at" is not null then 0 when "state" = 'delivered' then 2 else 1 end),(coalesce("paid_at", "created_at")),"id") WHERE ("orders"."problem_at" is not null
  or "orders"."state" = 'pre-treatment' and "orders"."items_count" = 0 and "orders"."photo_problem" is null
  or "orders"."state" = 'pending' and ("orders"."pharmacy_id" is null or "orders"."delivery_person_id" is null)
  or "orders"."state" = 'delivered');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_photo_problem_known" CHECK ("orders"."photo_problem" in ('blurred', 'dark', 'cut', 'not-a-prescription'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_photo_problem" CHECK ("orders"."photo_problem" is null or "orders"."state" = 'pre-treatment' and "orders"."items_count" = 0 and "orders"."prescription_url" is not null);