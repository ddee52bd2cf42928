DROP INDEX "notifications_user";--> statement-breakpoint
DROP INDEX "orders_customer";--> statement-breakpoint
DROP INDEX "orders_pharmacy";--> statement-breakpoint
DROP INDEX "orders_delivery_person";--> statement-breakpoint
DROP INDEX "orders_state_date";--> statement-breakpoint
DROP INDEX "orders_date";--> statement-breakpoint
DROP INDEX "payments_customer";--> statement-breakpoint
ALTER TABLE "payment_events" ALTER COLUMN "amount_fcfa" SET DATA TYPE bigint;--> statement-breakpoint
CREATE INDEX "orders_writer" ON "orders" USING btree ("items_written_by_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."items_written_by_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_number_trigrams" ON "orders" USING gin ("number" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_pharmacy" ON "orders" USING btree ("pharmacy_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_delivery_person" ON "orders" USING btree ("delivery_person_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_state_date" ON "orders" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_date" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);