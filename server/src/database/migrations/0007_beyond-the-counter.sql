CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"wrongs" text[] DEFAULT '{}' NOT NULL,
	"note" text,
	"handled_at" timestamp (3) with time zone,
	"handled_by_id" uuid,
	"outcome" text,
	"outcome_note" text,
	CONSTRAINT "feedback_begun" CHECK (num_nonnulls("feedback"."asked_at", "feedback"."answered_at") > 0),
	CONSTRAINT "feedback_wrongs" CHECK ("feedback"."wrongs" <@ array['missing', 'other-medicine', 'damaged', 'late', 'courier', 'money', 'other'] and (cardinality("feedback"."wrongs") = 0 or "feedback"."answered_at" is not null)),
	CONSTRAINT "feedback_note" CHECK ("feedback"."note" is null or cardinality("feedback"."wrongs") > 0 and length(btrim("feedback"."note")) between 1 and 300),
	CONSTRAINT "feedback_outcome_known" CHECK ("feedback"."outcome" in ('called', 'refunded', 'sent-again', 'reminded', 'nothing')),
	CONSTRAINT "feedback_handled" CHECK (num_nulls("feedback"."handled_at", "feedback"."handled_by_id", "feedback"."outcome") in (0, 3) and ("feedback"."handled_at" is null or cardinality("feedback"."wrongs") > 0)),
	CONSTRAINT "feedback_outcome_note" CHECK ("feedback"."outcome_note" is null or "feedback"."outcome" is not null and length(btrim("feedback"."outcome_note")) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "substitutions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"prescribed_id" uuid NOT NULL,
	"prescribed_label" text NOT NULL,
	"prescribed_price_fcfa" integer NOT NULL,
	"medication_id" uuid NOT NULL,
	"label" text NOT NULL,
	"price_fcfa" integer NOT NULL,
	"quantity" integer NOT NULL,
	"is_equivalent" boolean NOT NULL,
	"proposed_by_id" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"checked_by_id" uuid,
	"checked_at" timestamp (3) with time zone,
	"prescriber_id" uuid,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"named_id" uuid,
	"named_label" text,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "substitutions_state" CHECK ("substitutions"."state" in ('checking', 'prescriber', 'asking', 'calling', 'agreed', 'declined', 'refused', 'lapsed', 'ended')),
	CONSTRAINT "substitutions_reason" CHECK ("substitutions"."reason" in ('medicine-out-of-stock', 'quantity-short', 'price-differs', 'prescription-unclear', 'pharmacy-closing')),
	CONSTRAINT "substitutions_answer_known" CHECK ("substitutions"."answer" in ('accept', 'another', 'none')),
	CONSTRAINT "substitutions_quantity" CHECK ("substitutions"."quantity" between 1 and 999),
	CONSTRAINT "substitutions_prices" CHECK ("substitutions"."prescribed_price_fcfa" > 0 and "substitutions"."price_fcfa" > 0),
	CONSTRAINT "substitutions_other" CHECK ("substitutions"."prescribed_id" <> "substitutions"."medication_id"),
	CONSTRAINT "substitutions_checked" CHECK (("substitutions"."checked_by_id" is null) = ("substitutions"."checked_at" is null)),
	CONSTRAINT "substitutions_answered" CHECK (num_nulls("substitutions"."answer", "substitutions"."answered_at") in (0, 2) and ("substitutions"."answer" is null or "substitutions"."prescriber_id" is not null)),
	CONSTRAINT "substitutions_named" CHECK (num_nulls("substitutions"."named_id", "substitutions"."named_label") in (0, 2) and ("substitutions"."named_id" is not null) = ("substitutions"."answer" is not distinct from 'another')),
	CONSTRAINT "substitutions_decided" CHECK (("substitutions"."decided_by_id" is null) = ("substitutions"."decided_at" is null) and ("substitutions"."decided_by_id" is not null) = ("substitutions"."state" in ('agreed', 'declined')))
);
--> statement-breakpoint
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
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"medicines" jsonb NOT NULL,
	"words" text,
	"red_flags" text[] DEFAULT '{}' NOT NULL,
	"since" date,
	"taker" text,
	"age_months" integer,
	"stopped" boolean,
	"fault" text,
	"batch" text,
	"photo" text,
	"taken_by_id" uuid,
	"taken_at" timestamp (3) with time zone,
	"facts" jsonb,
	"declared_on" date,
	"receipt" text,
	"closed_at" timestamp (3) with time zone,
	"closed_reason" text,
	"closed_note" text,
	CONSTRAINT "reports_kind" CHECK ("reports"."kind" in ('reaction', 'box')),
	CONSTRAINT "reports_state" CHECK ("reports"."state" in ('new', 'taken', 'declared', 'closed')),
	CONSTRAINT "reports_medicines" CHECK (jsonb_array_length("reports"."medicines") > 0),
	CONSTRAINT "reports_words" CHECK (length(btrim("reports"."words")) between 1 and 1000),
	CONSTRAINT "reports_red_flags" CHECK ("reports"."red_flags" <@ array['breathing', 'swelling', 'fainting', 'seizure', 'skin', 'child']),
	CONSTRAINT "reports_taker_known" CHECK ("reports"."taker" in ('self', 'child', 'adult')),
	CONSTRAINT "reports_fault_known" CHECK ("reports"."fault" in ('look', 'broken', 'label', 'expired', 'other')),
	CONSTRAINT "reports_age" CHECK ("reports"."age_months" is null or "reports"."age_months" between 0 and 216 and "reports"."taker" is not distinct from 'child'),
	CONSTRAINT "reports_batch" CHECK (length(btrim("reports"."batch")) between 1 and 60),
	CONSTRAINT "reports_of_kind" CHECK (case "reports"."kind" when 'reaction' then num_nulls("reports"."words", "reports"."since", "reports"."taker", "reports"."stopped") = 0
        and num_nonnulls("reports"."fault", "reports"."batch", "reports"."photo") = 0 and ("reports"."taker" <> 'child' or "reports"."age_months" is not null)
        else "reports"."fault" is not null and num_nonnulls("reports"."since", "reports"."taker", "reports"."age_months", "reports"."stopped") = 0 and cardinality("reports"."red_flags") = 0 end),
	CONSTRAINT "reports_taken" CHECK (("reports"."taken_by_id" is null) = ("reports"."taken_at" is null) and ("reports"."state" = 'new') = ("reports"."taken_at" is null)),
	CONSTRAINT "reports_facts" CHECK ("reports"."facts" is null or "reports"."taken_at" is not null),
	CONSTRAINT "reports_declared" CHECK (case "reports"."state" when 'declared' then "reports"."declared_on" is not null when 'closed' then true else "reports"."declared_on" is null end
        and ("reports"."receipt" is null or "reports"."declared_on" is not null and length(btrim("reports"."receipt")) between 1 and 100)),
	CONSTRAINT "reports_closed_known" CHECK ("reports"."closed_reason" in ('followed', 'advised', 'unrelated', 'duplicate', 'unreachable')),
	CONSTRAINT "reports_closed" CHECK (("reports"."state" = 'closed') = ("reports"."closed_at" is not null) and ("reports"."closed_at" is null) = ("reports"."closed_reason" is null)),
	CONSTRAINT "reports_closed_note" CHECK ("reports"."closed_note" is null or "reports"."closed_at" is not null and length(btrim("reports"."closed_note")) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"pharmacy_id" uuid NOT NULL,
	"medication_id" uuid NOT NULL,
	"there" boolean NOT NULL,
	"price_fcfa" integer,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stock_pharmacy_id_medication_id_pk" PRIMARY KEY("pharmacy_id","medication_id"),
	CONSTRAINT "stock_price" CHECK ("stock"."price_fcfa" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pharmacy_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "stock_keys_name" CHECK (length(btrim("stock_keys"."name")) between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "stock_lists" (
	"pharmacy_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"read" integer NOT NULL,
	"unknown" integer NOT NULL,
	"refused" integer NOT NULL,
	"unknown_names" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "allergies" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "allergies_words" CHECK (length(btrim("allergies"."words")) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "warnings" (
	"order_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"medications" uuid[] NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"seen_by_id" uuid,
	"reason" text,
	"note" text,
	CONSTRAINT "warnings_order_id_rule_pk" PRIMARY KEY("order_id","rule"),
	CONSTRAINT "warnings_rule" CHECK ("warnings"."rule" in ('duplicate', 'recent', 'adult-form', 'child-form', 'allergy')),
	CONSTRAINT "warnings_reason" CHECK ("warnings"."reason" in ('called-customer', 'called-prescriber', 'intended', 'other')),
	CONSTRAINT "warnings_seen" CHECK (num_nulls("warnings"."seen_at", "warnings"."seen_by_id", "warnings"."reason") in (0, 3)),
	CONSTRAINT "warnings_note" CHECK ("warnings"."note" is null or "warnings"."reason" is not null and length(btrim("warnings"."note")) between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_subject_kind";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_category";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_problem_known";--> statement-breakpoint
ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_lines_quantity";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_reason";--> statement-breakpoint
ALTER TABLE "sms_messages" DROP CONSTRAINT "sms_messages_kind";--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "recalled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "prescribed_id" uuid;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "prescribed_label" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "given_price_fcfa" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "batch" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "prescription_items" ADD COLUMN "fixed_reason" text;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "patient_months" integer;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_handled_by_id_users_id_fk" FOREIGN KEY ("handled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_prescribed_id_medications_id_fk" FOREIGN KEY ("prescribed_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_proposed_by_id_users_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_checked_by_id_users_id_fk" FOREIGN KEY ("checked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_prescriber_id_users_id_fk" FOREIGN KEY ("prescriber_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_named_id_medications_id_fk" FOREIGN KEY ("named_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_pharmacies" ADD CONSTRAINT "recall_pharmacies_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_pharmacies" ADD CONSTRAINT "recall_pharmacies_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_recipients" ADD CONSTRAINT "recall_recipients_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_recipients" ADD CONSTRAINT "recall_recipients_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_recipients" ADD CONSTRAINT "recall_recipients_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_lifted_by_id_users_id_fk" FOREIGN KEY ("lifted_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_photo_files_key_fk" FOREIGN KEY ("photo") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_taken_by_id_users_id_fk" FOREIGN KEY ("taken_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_keys" ADD CONSTRAINT "stock_keys_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_lists" ADD CONSTRAINT "stock_lists_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allergies" ADD CONSTRAINT "allergies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_seen_by_id_users_id_fk" FOREIGN KEY ("seen_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_order_unique" ON "feedback" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "feedback_answered" ON "feedback" USING btree ("answered_at") WHERE "feedback"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX "feedback_to_handle" ON "feedback" USING btree ("answered_at","id") WHERE ("feedback"."handled_at" is null and cardinality("feedback"."wrongs") > 0);--> statement-breakpoint
CREATE INDEX "feedback_handled_at" ON "feedback" USING btree ("handled_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "feedback"."handled_at" is not null;--> statement-breakpoint
CREATE INDEX "feedback_handled_by" ON "feedback" USING btree ("handled_by_id") WHERE "feedback"."handled_by_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "substitutions_open" ON "substitutions" USING btree ("order_id") WHERE "substitutions"."state" in ('checking', 'prescriber', 'asking', 'calling');--> statement-breakpoint
CREATE INDEX "substitutions_order" ON "substitutions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "substitutions_due" ON "substitutions" USING btree ("until") WHERE "substitutions"."state" in ('checking', 'prescriber', 'asking', 'calling');--> statement-breakpoint
CREATE INDEX "substitutions_prescriber" ON "substitutions" USING btree ("prescriber_id") WHERE "substitutions"."state" = 'prescriber';--> statement-breakpoint
CREATE INDEX "recall_pharmacies_pharmacy" ON "recall_pharmacies" USING btree ("pharmacy_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recall_recipients_unique" ON "recall_recipients" USING btree ("recall_id","customer_id");--> statement-breakpoint
CREATE INDEX "recall_recipients_customer" ON "recall_recipients" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "recall_recipients_order" ON "recall_recipients" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "recall_recipients_to_tell" ON "recall_recipients" USING btree ("id") WHERE "recall_recipients"."told_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "recalls_open_unique" ON "recalls" USING btree ("medication_id","lots") WHERE "recalls"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "recalls_created_by" ON "recalls" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "recalls_lifted_by" ON "recalls" USING btree ("lifted_by_id") WHERE "recalls"."lifted_by_id" is not null;--> statement-breakpoint
CREATE INDEX "reports_order" ON "reports" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_state_oldest" ON "reports" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_taken_by" ON "reports" USING btree ("taken_by_id") WHERE "reports"."taken_by_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_photo_unique" ON "reports" USING btree ("photo");--> statement-breakpoint
CREATE INDEX "stock_there" ON "stock" USING btree ("medication_id","seen_at") WHERE "stock"."there";--> statement-breakpoint
CREATE UNIQUE INDEX "stock_keys_hash_unique" ON "stock_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "stock_keys_pharmacy" ON "stock_keys" USING btree ("pharmacy_id","created_at");--> statement-breakpoint
CREATE INDEX "warnings_raised" ON "warnings" USING btree ("raised_at");--> statement-breakpoint
CREATE INDEX "warnings_seen_by" ON "warnings" USING btree ("seen_by_id") WHERE "warnings"."seen_by_id" is not null;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_prescribed_id_medications_id_fk" FOREIGN KEY ("prescribed_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_items_medication" ON "order_items" USING btree ("medication_id","order_id");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_kind" CHECK ("audit"."subject_kind" in ('order', 'prescription', 'consultation', 'file', 'card', 'report', 'insurer', 'user', 'medication', 'recall', 'zone', 'pharmacy', 'duty', 'payment', 'refund', 'debit', 'payout', 'list', 'catalogue', 'settings'));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_category" CHECK ("files"."category" in ('insurance', 'prescription', 'consultation', 'handover', 'report'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_batch" CHECK ("order_items"."batch" ~ '^[A-Z0-9/.-]{1,20}$');--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_substituted" CHECK (num_nulls("order_items"."prescribed_id", "order_items"."prescribed_label", "order_items"."given_price_fcfa") in (0, 3) and ("order_items"."prescribed_id" is null or "order_items"."prescribed_id" <> "order_items"."medication_id"));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_given_price" CHECK ("order_items"."given_price_fcfa" between 1 and "order_items"."price_fcfa");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_problem_known" CHECK ("orders"."problem" in ('customer-absent', 'address-not-found', 'medicine-missing', 'medicine-out-of-stock', 'quantity-short', 'price-differs', 'prescription-unclear', 'pharmacy-closing', 'recalled'));--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_fixed" CHECK ("prescription_items"."fixed_reason" in ('narrow', 'form', 'excipient'));--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_patient_months" CHECK ("prescriptions"."patient_months" between 0 and 1560);--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_quantity" CHECK ("refund_lines"."quantity" between 0 and 999);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('unavailable', 'missing', 'damaged', 'wrong', 'other', 'cheaper'));--> statement-breakpoint
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_kind" CHECK ("sms_messages"."kind" in ('code', 'phone-changed', 'recall', 'paid', 'question', 'on-the-way', 'delivered', 'answer'));
--> statement-breakpoint
-- Of a prescription is given what was prescribed, also where another medicine was given instead.
CREATE OR REPLACE FUNCTION given_of(wanted uuid) RETURNS TABLE (medication_id uuid, boxes integer, last_at timestamp with time zone)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(i.prescribed_id, i.medication_id), sum(i.quantity - b.boxes)::integer, max(o.paid_at) FILTER (WHERE i.quantity > b.boxes)
  FROM orders o JOIN order_items i ON i.order_id = o.id,
    LATERAL (SELECT coalesce(sum(r.quantity), 0) AS boxes FROM refund_lines r WHERE r.order_id = i.order_id AND r.position = i.position) b
  WHERE o.prescription_id = wanted AND o.state NOT IN ('pre-treatment', 'cancelled')
  GROUP BY 1
$$;
--> statement-breakpoint
-- A proposal is about the shortage that its order has: it ends with it, whatever solves it.
CREATE FUNCTION end_substitution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE substitutions SET state = 'ended' WHERE order_id = NEW.id AND state IN ('checking', 'prescriber', 'asking', 'calling');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER end_substitution AFTER UPDATE OF problem_at ON orders FOR EACH ROW
  WHEN (OLD.problem_at IS NOT NULL AND OLD.problem_at IS DISTINCT FROM NEW.problem_at) EXECUTE FUNCTION end_substitution();
--> statement-breakpoint
-- The order shows it, and its prescriber answers it.
CREATE FUNCTION announce_substitution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', jsonb_build_object('table', 'orders', 'op', 'update', 'id', NEW.order_id, 'people',
    (SELECT jsonb_agg(person) FROM orders o, LATERAL (VALUES (o.customer_id), (o.pharmacy_id), (NEW.prescriber_id)) AS told(person)
      WHERE o.id = NEW.order_id AND person IS NOT NULL))::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON substitutions FOR EACH ROW EXECUTE FUNCTION announce_substitution();

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
