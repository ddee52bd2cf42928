-- By hand, before the rest: codes of before belong to no request (they live ten minutes), and drizzle-kit does not know the
-- name of the primary key.
DELETE FROM "codes";--> statement-breakpoint
ALTER TABLE "codes" DROP CONSTRAINT "codes_pkey";--> statement-breakpoint
-- Generated.
ALTER TABLE "codes" ADD COLUMN "request_hash" text PRIMARY KEY NOT NULL;--> statement-breakpoint
CREATE INDEX "codes_subject" ON "codes" USING btree ("subject");
