DROP INDEX "orders_to_do";--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ready_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "problem_note" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "problem_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_to_do" ON "orders" USING btree ((case when "problem_at" is not null then 0 when "state" = 'delivered' then 2 else 1 end),(coalesce("paid_at", "created_at")),"id") WHERE ("orders"."problem_at" is not null
  or "orders"."state" = 'pre-treatment' and "orders"."items_count" = 0
  or "orders"."state" = 'pending' and ("orders"."pharmacy_id" is null or "orders"."delivery_person_id" is null)
  or "orders"."state" = 'delivered');--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_reason" CHECK ("order_events"."reason" in ('no-answer', 'busy', 'medicine-missing', 'breakdown', 'closed'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_ready" CHECK ("orders"."ready_at" is null or "orders"."pharmacy_id" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_problem_known" CHECK ("orders"."problem" in ('customer-absent', 'address-not-found', 'medicine-missing'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_problem" CHECK (("orders"."problem" is null) = ("orders"."problem_at" is null) and ("orders"."problem" is null or "orders"."state" in ('pending', 'delivering')));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_problem_note" CHECK ("orders"."problem_note" is null or "orders"."problem" is not null and length(btrim("orders"."problem_note")) between 1 and 300);