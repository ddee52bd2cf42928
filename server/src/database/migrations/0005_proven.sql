ALTER TABLE "notifications" ADD COLUMN "names_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "unchecked_file" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_names_id_users_id_fk" FOREIGN KEY ("names_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_names" ON "notifications" USING btree ("names_id") WHERE "notifications"."names_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_unchecked_file" ON "payments" USING btree ("unchecked_file","created_at") WHERE "payments"."unchecked_file" is not null;
--> statement-breakpoint
-- By hand: nobody noted when a telephone was proven, so what was written before this migration is linked by no telephone (rule 49).
UPDATE "users" SET "phone_proven_at" = now() WHERE "phone_proven";--> statement-breakpoint
-- By hand: notices named a deactivated account until now by its text only. A name that two accounts have names neither.
UPDATE "notifications" n SET "names_id" = u.id FROM "users" u
WHERE u.type <> 'customer' AND starts_with(n.message, 'Le compte de ' || u.name || ' (')
  AND NOT EXISTS (SELECT FROM "users" other WHERE other.id <> u.id AND other.type <> 'customer' AND other.name = u.name);
