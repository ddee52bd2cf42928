CREATE TABLE "house_mark" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "house_mark_one" CHECK ("house_mark"."id")
);
--> statement-breakpoint
CREATE TABLE "house_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer NOT NULL,
	"saved" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "house_settings_one" CHECK ("house_settings"."id"),
	CONSTRAINT "house_settings_version" CHECK ("house_settings"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "counted_calls" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_subject_kind";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "licence_number" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "licence_from" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "licence_until" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "order_number" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "licence_told" smallint;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_kind" CHECK ("audit"."subject_kind" in ('order', 'prescription', 'consultation', 'file', 'card', 'user', 'medication', 'zone', 'pharmacy', 'duty', 'payment', 'refund', 'debit', 'payout', 'list', 'catalogue', 'settings'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_licence_days" CHECK ("users"."licence_from" <= "users"."licence_until");--> statement-breakpoint
-- By hand: counts of a minute are not worth the log of PostgreSQL.
ALTER TABLE "counted_calls" SET UNLOGGED;
