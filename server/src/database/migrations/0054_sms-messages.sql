CREATE TABLE "sms_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" uuid,
	"phone" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"channel" text,
	"vendor_id" text,
	"reason" text,
	"detail" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "sms_messages_kind" CHECK ("sms_messages"."kind" in ('code', 'phone-changed', 'paid', 'on-the-way', 'delivered', 'answer')),
	CONSTRAINT "sms_messages_state" CHECK ("sms_messages"."state" in ('queued', 'sent', 'delivered', 'failed')),
	CONSTRAINT "sms_messages_channel" CHECK ("sms_messages"."channel" in ('sms', 'whatsapp')),
	CONSTRAINT "sms_messages_reason" CHECK ("sms_messages"."reason" in ('off', 'key', 'limit', 'refused', 'outage', 'timeout', 'expired', 'undelivered')),
	CONSTRAINT "sms_messages_attempts" CHECK ("sms_messages"."attempts" >= 0),
	CONSTRAINT "sms_messages_sent" CHECK (("sms_messages"."sent_at" is null) = ("sms_messages"."channel" is null) and ("sms_messages"."state" not in ('sent', 'delivered') or "sms_messages"."sent_at" is not null)),
	CONSTRAINT "sms_messages_settled" CHECK (("sms_messages"."settled_at" is not null) = ("sms_messages"."state" in ('delivered', 'failed'))),
	CONSTRAINT "sms_messages_failed" CHECK ("sms_messages"."state" <> 'failed' or "sms_messages"."reason" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sms_messages_moment_unique" ON "sms_messages" USING btree ("kind","about") WHERE "sms_messages"."about" is not null;--> statement-breakpoint
CREATE INDEX "sms_messages_vendor" ON "sms_messages" USING btree ("vendor_id") WHERE "sms_messages"."vendor_id" is not null;--> statement-breakpoint
CREATE INDEX "sms_messages_latest" ON "sms_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);