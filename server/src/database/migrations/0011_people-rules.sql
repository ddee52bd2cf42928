ALTER TABLE "users" ADD COLUMN "awaits_activation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now the first activation was the first one that a pharmacy had been told of.
UPDATE "users" u SET "awaits_activation" = true
  WHERE u."type" = 'pharmacy' AND NOT u."active" AND NOT u."is_partner" AND u."phone" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "notifications" n
      WHERE n."user_id" = u."id" AND n."title" IN ('Compte activé', 'Compte désactivé'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_awaits_activation" CHECK (not "users"."awaits_activation" or ("users"."type" = 'pharmacy' and not "users"."active"));