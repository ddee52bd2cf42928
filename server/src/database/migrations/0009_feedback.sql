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
ALTER TABLE "audit" DROP CONSTRAINT "audit_subject_kind";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_category";--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_handled_by_id_users_id_fk" FOREIGN KEY ("handled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_photo_files_key_fk" FOREIGN KEY ("photo") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_taken_by_id_users_id_fk" FOREIGN KEY ("taken_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_order_unique" ON "feedback" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "feedback_answered" ON "feedback" USING btree ("answered_at") WHERE "feedback"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX "feedback_to_handle" ON "feedback" USING btree ("answered_at","id") WHERE ("feedback"."handled_at" is null and cardinality("feedback"."wrongs") > 0);--> statement-breakpoint
CREATE INDEX "feedback_handled_at" ON "feedback" USING btree ("handled_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "feedback"."handled_at" is not null;--> statement-breakpoint
CREATE INDEX "feedback_handled_by" ON "feedback" USING btree ("handled_by_id") WHERE "feedback"."handled_by_id" is not null;--> statement-breakpoint
CREATE INDEX "reports_order" ON "reports" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_state_oldest" ON "reports" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_taken_by" ON "reports" USING btree ("taken_by_id") WHERE "reports"."taken_by_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_photo_unique" ON "reports" USING btree ("photo");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_subject_kind" CHECK ("audit"."subject_kind" in ('order', 'prescription', 'consultation', 'file', 'card', 'report', 'insurer', 'user', 'medication', 'zone', 'pharmacy', 'duty', 'payment', 'refund', 'debit', 'payout', 'list', 'catalogue', 'settings'));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_category" CHECK ("files"."category" in ('insurance', 'prescription', 'consultation', 'handover', 'report'));