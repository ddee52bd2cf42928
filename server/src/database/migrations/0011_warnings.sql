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
ALTER TABLE "prescriptions" ADD COLUMN "patient_months" integer;--> statement-breakpoint
ALTER TABLE "allergies" ADD CONSTRAINT "allergies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_seen_by_id_users_id_fk" FOREIGN KEY ("seen_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "warnings_raised" ON "warnings" USING btree ("raised_at");--> statement-breakpoint
CREATE INDEX "warnings_seen_by" ON "warnings" USING btree ("seen_by_id") WHERE "warnings"."seen_by_id" is not null;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_patient_months" CHECK ("prescriptions"."patient_months" between 0 and 1560);