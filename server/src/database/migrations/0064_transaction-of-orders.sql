-- Without announcements and counts: neither has the transaction.
ALTER TABLE "orders" DISABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_paid";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_payment";--> statement-breakpoint
DROP INDEX "payments_transaction_of";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transaction_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction_of" ON "payments" USING btree ("id","transaction_id");--> statement-breakpoint
UPDATE "orders" SET "transaction_id" = p."transaction_id" FROM "payments" p WHERE p."id" = "payment_id";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid" CHECK (case when "orders"."state" in ('pre-treatment', 'cancelled') then "orders"."paid_fcfa" = 0 and ("orders"."payment_id", "orders"."transaction_id") is null else "orders"."total_fcfa" is not null and "orders"."paid_fcfa" = "orders"."total_fcfa" and ("orders"."payment_id", "orders"."transaction_id") is not null end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment" FOREIGN KEY ("payment_id", "transaction_id") REFERENCES "payments" ("id", "transaction_id");--> statement-breakpoint
ALTER TABLE "orders" ENABLE TRIGGER USER;