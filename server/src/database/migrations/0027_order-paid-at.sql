ALTER TABLE "orders" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
-- Without announcements and counts: nothing that they cover changes.
ALTER TABLE "orders" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "orders" SET "paid_at" = coalesce(
  (SELECT max("at") FROM "order_events" WHERE "order_id" = "orders"."id" AND "action" = 'pay'), "created_at")
  WHERE "state" <> 'pre-treatment';--> statement-breakpoint
ALTER TABLE "orders" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE INDEX "orders_to_do" ON "orders" USING btree (("state" = 'delivered'),(coalesce("paid_at", "created_at")),"id") WHERE ("orders"."state" = 'pre-treatment' and "orders"."items_count" = 0
  or "orders"."state" = 'pending' and ("orders"."pharmacy_id" is null or "orders"."delivery_person_id" is null)
  or "orders"."state" = 'delivered');--> statement-breakpoint
CREATE INDEX "orders_promised" ON "orders" USING btree ("paid_at") WHERE "orders"."state" in ('pending', 'delivering');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_at" CHECK (("orders"."paid_at" is null) = ("orders"."state" = 'pre-treatment'));