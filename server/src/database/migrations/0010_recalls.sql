CREATE TABLE "recall_pharmacies" (
	"recall_id" uuid NOT NULL,
	"pharmacy_id" uuid NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"boxes" integer,
	CONSTRAINT "recall_pharmacies_recall_id_pharmacy_id_pk" PRIMARY KEY("recall_id","pharmacy_id"),
	CONSTRAINT "recall_pharmacies_answered" CHECK (("recall_pharmacies"."answered_at" is null) = ("recall_pharmacies"."boxes" is null)),
	CONSTRAINT "recall_pharmacies_boxes" CHECK ("recall_pharmacies"."boxes" between 0 and 9999)
);
--> statement-breakpoint
CREATE TABLE "recall_recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recall_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"maybe" boolean NOT NULL,
	"told_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"kept" boolean,
	CONSTRAINT "recall_recipients_kept" CHECK ("recall_recipients"."kept" is null or "recall_recipients"."answered_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "recalls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"medication_id" uuid NOT NULL,
	"lots" text[] NOT NULL,
	"advice" text NOT NULL,
	"note" text,
	"source" text NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by_id" uuid NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by_id" uuid,
	CONSTRAINT "recalls_advice" CHECK ("recalls"."advice" in ('bring-back', 'call-us', 'see-doctor')),
	CONSTRAINT "recalls_note" CHECK (length(btrim("recalls"."note")) between 1 and 300),
	CONSTRAINT "recalls_source" CHECK (length(btrim("recalls"."source")) between 1 and 200),
	CONSTRAINT "recalls_lots" CHECK (cardinality("recalls"."lots") <= 50),
	CONSTRAINT "recalls_lifted" CHECK (("recalls"."lifted_at" is null) = ("recalls"."lifted_by_id" is null))
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_subject_kind";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_problem_known";--> statement-breakpoint
ALTER TABLE "sms_messages" DROP CONSTRAINT "sms_messages_kind";--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "recalled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "batch" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "recall_pharmacies" ADD CONSTRAINT "recall_pharmacies_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_pharmacies" ADD CONSTRAINT "recall_pharmacies_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_recipients" ADD CONSTRAINT "recall_recipients_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_recipients" ADD CONSTRAINT "recall_recipients_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_recipients" ADD CONSTRAINT "recall_recipients_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_lifted_by_id_users_id_fk" FOREIGN KEY ("lifted_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recall_pharmacies_pharmacy" ON "recall_pharmacies" USING btree ("pharmacy_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recall_recipients_unique" ON "recall_recipients" USING btree ("recall_id","customer_id");--> statement-breakpoint
CREATE INDEX "recall_recipients_customer" ON "recall_recipients" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "recall_recipients_order" ON "recall_recipients" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "recall_recipients_to_tell" ON "recall_recipients" USING btree ("id") WHERE "recall_recipients"."told_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "recalls_open_unique" ON "recalls" USING btree ("medication_id","lots") WHERE "recalls"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "recalls_created_by" ON "recalls" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "recalls_lifted_by" ON "recalls" USING btree ("lifted_by_id") WHERE "recalls"."lifted_by_id" is not null;--> statement-breakpoint
CREATE INDEX "order_items_medication" ON "order_items" USING btree ("medication_id","order_id");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_kind" CHECK ("audit"."subject_kind" in ('order', 'prescription', 'consultation', 'file', 'card', 'report', 'insurer', 'user', 'medication', 'recall', 'zone', 'pharmacy', 'duty', 'payment', 'refund', 'debit', 'payout', 'list', 'catalogue', 'settings'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_batch" CHECK ("order_items"."batch" ~ '^[A-Z0-9/.-]{1,20}$');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_problem_known" CHECK ("orders"."problem" in ('customer-absent', 'address-not-found', 'medicine-missing', 'medicine-out-of-stock', 'quantity-short', 'price-differs', 'prescription-unclear', 'pharmacy-closing', 'recalled'));--> statement-breakpoint
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_kind" CHECK ("sms_messages"."kind" in ('code', 'phone-changed', 'recall', 'paid', 'question', 'on-the-way', 'delivered', 'answer'));
--> statement-breakpoint
-- A recall is lifted once, and never changed otherwise.
CREATE FUNCTION keep_recall() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR old.lifted_at IS NOT NULL
    OR (new.id, new.medication_id, new.lots, new.advice, new.note, new.source, new.day, new.created_at, new.created_by_id)
      IS DISTINCT FROM (old.id, old.medication_id, old.lots, old.advice, old.note, old.source, old.day, old.created_at, old.created_by_id) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER recalls_append_only BEFORE UPDATE OR DELETE ON recalls FOR EACH ROW EXECUTE FUNCTION keep_recall();
