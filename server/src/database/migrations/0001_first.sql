CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"journal_id" uuid NOT NULL,
	"account" text NOT NULL,
	"beneficiary_id" uuid,
	"amount_fcfa" bigint NOT NULL,
	CONSTRAINT "entries_account" CHECK ("entries"."account" in ('customer', 'insurer', 'pharmacy', 'courier', 'commission', 'platform', 'partner')),
	CONSTRAINT "entries_not_zero" CHECK ("entries"."amount_fcfa" <> 0)
);
--> statement-breakpoint
CREATE TABLE "journals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('payment', 'ending'))
);
--> statement-breakpoint
CREATE TABLE "medications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"form" text NOT NULL,
	"price_fcfa" integer NOT NULL,
	"requires_prescription" boolean DEFAULT false NOT NULL,
	"reviewed" boolean NOT NULL,
	"search_text" text NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "medications_form" CHECK ("medications"."form" in ('tablet', 'capsule', 'syrup', 'injection', 'cream', 'drops', 'other')),
	CONSTRAINT "medications_price" CHECK ("medications"."price_fcfa" >= 0),
	CONSTRAINT "medications_label" CHECK (length(btrim("medications"."label")) > 0)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"link" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"from_value" text,
	"to_value" text
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"medication_id" uuid NOT NULL,
	"label" text NOT NULL,
	"quantity" integer NOT NULL,
	"price_fcfa" integer NOT NULL,
	CONSTRAINT "order_items_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" between 1 and 999),
	CONSTRAINT "order_items_price" CHECK ("order_items"."price_fcfa" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"pharmacy_id" uuid,
	"delivery_person_id" uuid,
	"agent_id" uuid,
	"items_written_by_id" uuid,
	"zone_id" uuid NOT NULL,
	"zone_label" text NOT NULL,
	"address" text NOT NULL,
	"prescription_id" uuid,
	"prescription_url" text,
	"card_id" uuid,
	"card_label" text,
	"card_rate" integer,
	"card_url" text,
	"card_verified" boolean DEFAULT false NOT NULL,
	"items_count" integer DEFAULT 0 NOT NULL,
	"delivery_fee_fcfa" integer NOT NULL,
	"medicines_fcfa" integer,
	"commission_fcfa" integer,
	"reduction_fcfa" integer,
	"total_fcfa" integer,
	"paid_fcfa" integer DEFAULT 0 NOT NULL,
	"payment_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('pre-treatment', 'pending', 'delivering', 'delivered', 'ended')),
	CONSTRAINT "orders_rate" CHECK ("orders"."card_rate" between 5 and 100),
	CONSTRAINT "orders_card" CHECK (("orders"."card_id" is null) = ("orders"."card_rate" is null)),
	CONSTRAINT "orders_amounts_together" CHECK (num_nulls("orders"."medicines_fcfa", "orders"."commission_fcfa", "orders"."reduction_fcfa", "orders"."total_fcfa") in (0, 4) and ("orders"."medicines_fcfa" is null) = ("orders"."items_count" = 0)),
	CONSTRAINT "orders_fee" CHECK ("orders"."delivery_fee_fcfa" >= 0),
	CONSTRAINT "orders_medicines" CHECK ("orders"."medicines_fcfa" > 0),
	CONSTRAINT "orders_commission" CHECK ("orders"."commission_fcfa" = ("orders"."medicines_fcfa"::bigint * 10 + 50) / 100),
	CONSTRAINT "orders_total" CHECK ("orders"."total_fcfa" = ("orders"."delivery_fee_fcfa"::bigint * 100 + "orders"."medicines_fcfa"::bigint * (110 - coalesce("orders"."card_rate", 0)) + 50) / 100),
	CONSTRAINT "orders_reduction" CHECK ("orders"."reduction_fcfa" = "orders"."medicines_fcfa" + "orders"."delivery_fee_fcfa" + "orders"."commission_fcfa" - "orders"."total_fcfa"),
	CONSTRAINT "orders_paid" CHECK (case when "orders"."state" = 'pre-treatment' then "orders"."paid_fcfa" = 0 and "orders"."payment_id" is null else "orders"."total_fcfa" is not null and "orders"."paid_fcfa" = "orders"."total_fcfa" and "orders"."payment_id" is not null end),
	CONSTRAINT "orders_courier_needs_pharmacy" CHECK ("orders"."delivery_person_id" is null or "orders"."pharmacy_id" is not null),
	CONSTRAINT "orders_on_the_way_have_a_courier" CHECK ("orders"."state" in ('pre-treatment', 'pending') or "orders"."delivery_person_id" is not null),
	CONSTRAINT "orders_pharmacy_after_payment" CHECK ("orders"."state" <> 'pre-treatment' or "orders"."pharmacy_id" is null),
	CONSTRAINT "orders_address" CHECK (length(btrim("orders"."address")) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"report" text NOT NULL,
	"amount_fcfa" integer,
	"currency" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"customer_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount_fcfa" integer NOT NULL,
	"draft" jsonb,
	"order_id" uuid,
	"review_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('pending', 'paid', 'failed', 'cancelled', 'expired', 'review', 'refunded')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_fcfa" > 0),
	CONSTRAINT "payments_purpose" CHECK ("payments"."draft" is not null or "payments"."order_id" is not null),
	CONSTRAINT "payments_paid_has_order" CHECK ("payments"."status" <> 'paid' or ("payments"."order_id" is not null and "payments"."provider_reference" is not null)),
	CONSTRAINT "payments_review_reason" CHECK (("payments"."status" in ('review', 'refunded')) = ("payments"."review_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "prescriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"number" text NOT NULL,
	"author_id" uuid NOT NULL,
	"patient_name" text NOT NULL,
	"patient_phone" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prescriptions_type" CHECK ("prescriptions"."type" in ('numerical', 'physical')),
	CONSTRAINT "prescriptions_number_form" CHECK ("prescriptions"."number" ~ '^ORD-[0-9]{8}$')
);
--> statement-breakpoint
CREATE TABLE "sandbox_transactions" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"amount_fcfa" integer NOT NULL,
	"message" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"paid_amount_fcfa" integer,
	"settles_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"password_hash" text,
	"address" text,
	"active" boolean DEFAULT true NOT NULL,
	"on_duty" boolean DEFAULT false NOT NULL,
	"is_partner" boolean DEFAULT false NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"titre_partenaire" text,
	"longitude" double precision,
	"latitude" double precision,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_type" CHECK ("users"."type" in ('customer', 'pharmacy', 'deliveryPerson', 'agent', 'partnerDoctor', 'supervisor', 'superAdmin')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_phone_form" CHECK ("users"."phone" ~ '^\+22901[0-9]{8,10}$'),
	CONSTRAINT "users_title" CHECK ("users"."titre_partenaire" is null or "users"."type" = 'partnerDoctor'),
	CONSTRAINT "users_partner_pharmacy" CHECK (not "users"."is_partner" or "users"."type" = 'pharmacy'),
	CONSTRAINT "users_location" CHECK (("users"."longitude" is null) = ("users"."latitude" is null))
);
--> statement-breakpoint
CREATE TABLE "zones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"search_text" text NOT NULL,
	"sectors" text[] NOT NULL,
	"price_fcfa" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "zones_price" CHECK ("zones"."price_fcfa" >= 0),
	CONSTRAINT "zones_label" CHECK (length(btrim("zones"."label")) > 0)
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_beneficiary_id_users_id_fk" FOREIGN KEY ("beneficiary_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medications" ADD CONSTRAINT "medications_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_person_id_users_id_fk" FOREIGN KEY ("delivery_person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_agent_id_users_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_items_written_by_id_users_id_fk" FOREIGN KEY ("items_written_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_prescription_id_prescriptions_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_date" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "entries_journal" ON "entries" USING btree ("journal_id");--> statement-breakpoint
CREATE INDEX "entries_account_index" ON "entries" USING btree ("account","beneficiary_id");--> statement-breakpoint
CREATE UNIQUE INDEX "journals_order_kind_unique" ON "journals" USING btree ("order_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "medications_label_form_unique" ON "medications" USING btree ("search_text","form") WHERE "medications"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "medications_trigrams" ON "medications" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "medications_prefix" ON "medications" USING btree ("search_text" collate "C");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not "notifications"."is_read";--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number_unique" ON "orders" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment_unique" ON "orders" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_prescription_unique" ON "orders" USING btree ("prescription_id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_pharmacy" ON "orders" USING btree ("pharmacy_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_delivery_person" ON "orders" USING btree ("delivery_person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_state_date" ON "orders" USING btree ("state","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_date" ON "orders" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_unique" ON "payment_events" USING btree ("provider","event_id");--> statement-breakpoint
CREATE INDEX "payment_events_transaction" ON "payment_events" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction_unique" ON "payments" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference_unique" ON "payments" USING btree ("provider","provider_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_paid_per_order" ON "payments" USING btree ("order_id") WHERE "payments"."status" = 'paid';--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("customer_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "prescriptions_number_unique" ON "prescriptions" USING btree ("number");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tries_subject" ON "tries" USING btree ("kind","subject","at");--> statement-breakpoint
CREATE INDEX "tries_address" ON "tries" USING btree ("kind","address","at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone_unique" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_type_index" ON "users" USING btree ("type","name");--> statement-breakpoint
CREATE UNIQUE INDEX "zones_label_unique" ON "zones" USING btree ("search_text") WHERE "zones"."deleted_at" is null;