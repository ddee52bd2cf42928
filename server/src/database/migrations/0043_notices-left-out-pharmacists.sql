ALTER TABLE "notifications" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "earlier" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_order" ON "notifications" USING btree ("order_id","user_id");--> statement-breakpoint
ALTER TABLE "notifications" DISABLE TRIGGER announce;--> statement-breakpoint
-- The newest notification of each order and user gets the sentences of the older ones, which are then deleted. Payments to
-- review stay apart: they wait for an action of their own.
WITH found AS (
  SELECT n.*, o."id" AS about,
    row_number() OVER (PARTITION BY n."user_id", o."id" ORDER BY n."created_at" DESC, n."id" DESC) AS place
  FROM "notifications" n
  JOIN "orders" o ON o."id" = substring(n."link" from '\?order=([0-9a-f-]{36})$')::uuid
  WHERE n."title" <> 'Paiement à vérifier'),
grouped AS (
  SELECT about, bool_and("is_read") AS all_read, (array_agg("id" ORDER BY place))[1] AS newest,
    jsonb_agg(jsonb_build_object('title', "title", 'message', "message", 'createdAt', "created_at") ORDER BY place)
      FILTER (WHERE place BETWEEN 2 AND 11) AS earlier
  FROM found GROUP BY "user_id", about)
UPDATE "notifications" n SET "order_id" = about, "is_read" = all_read, "earlier" = coalesce(grouped.earlier, '[]')
  FROM grouped WHERE n."id" = newest;--> statement-breakpoint
DELETE FROM "notifications" n USING "notifications" kept
  WHERE n."order_id" IS NULL AND n."title" <> 'Paiement à vérifier' AND kept."user_id" = n."user_id"
    AND kept."order_id" = substring(n."link" from '\?order=([0-9a-f-]{36})$')::uuid;--> statement-breakpoint
ALTER TABLE "notifications" ENABLE TRIGGER announce;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "left_out" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_left_out" CHECK (jsonb_array_length("orders"."left_out") = 0 or "orders"."prescription_id" is not null and "orders"."items_count" > 0);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pharmacist" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_pharmacist" CHECK ("users"."pharmacist" is null or "users"."type" = 'pharmacy' and length(btrim("users"."pharmacist")) between 1 and 120);