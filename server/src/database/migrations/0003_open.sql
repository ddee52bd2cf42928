CREATE TABLE "counted_calls" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- By hand: counts of a minute are not worth the log of PostgreSQL.
ALTER TABLE "counted_calls" SET UNLOGGED;
