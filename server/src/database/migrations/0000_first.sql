-- The whole schema of the first release. Tables, indexes and foreign keys are as `drizzle-kit generate` writes them from ../schema;
-- the rest is written by hand, because Drizzle does not describe it.

-- Finds misspelt names of medicines.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Names are searched without their accents.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- French order in which « 2e arrondissement » comes before « 10e », and « 500 mg » before « 1000 mg ».
CREATE COLLATION IF NOT EXISTS french (provider = icu, locale = 'fr-u-kn-true');
--> statement-breakpoint
-- Pharmacies around a point.
CREATE EXTENSION IF NOT EXISTS cube;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS earthdistance;
--> statement-breakpoint
-- Up to PostgreSQL 15, ll_to_earth finds its own functions by the caller's search path, which an automatic ANALYZE and a restore
-- leave empty: this function sets it.
CREATE FUNCTION place_point(latitude double precision, longitude double precision) RETURNS cube
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public
  AS $$ SELECT ll_to_earth(latitude, longitude)::cube $$;
--> statement-breakpoint
-- `unaccent` depends on its dictionary, so it may be in an index only as a function that promises not to change. « dosu » finds Ɖɔ̀sù and
-- « ndah » N’Dah: apostrophes and accents that no letter is made with are left out, and the letters of Fon and Yoruba are as those that
-- people type (rules 38 and 46).
CREATE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT translate(lower(public.unaccent('public.unaccent'::regdictionary, regexp_replace(normalize(translate($1, '´', ''), NFKD), '[\u0300-\u036f]', '', 'g'))),
    'ɖɛɔŋɣƒʋđłøıƉƐƆŊƔƑƲĐŁØ''’‘ʼʻ`', 'deongfvdloideongfvdlo') $$;
--> statement-breakpoint
CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"zone_id" uuid NOT NULL,
	"sector" text,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "addresses_name" CHECK (length(btrim("addresses"."name")) between 1 and 40),
	CONSTRAINT "addresses_address" CHECK (length(btrim("addresses"."address")) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor_type" text,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"customer_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"hour" timestamp (3) with time zone,
	CONSTRAINT "audit_actor" CHECK ("audit"."actor_id" is not null or "audit"."actor_type" is null),
	CONSTRAINT "audit_actor_type" CHECK ("audit"."actor_type" in ('customer', 'pharmacy', 'deliveryPerson', 'agent', 'partnerDoctor', 'supervisor', 'superAdmin')),
	CONSTRAINT "audit_action" CHECK ("audit"."action" in ('read', 'open', 'export', 'create', 'change', 'delete', 'progress', 'accept', 'complete', 'activate', 'deactivate', 'plan', 'import', 'settle', 'review', 'attach', 'refund', 'retry', 'refund-by-hand', 'pay-out', 'resume-money', 'sign-in', 'lock-out', 'sign-out', 'end-sessions', 'use-recovery-code', 'change-password', 'reset-password', 'set-second-factor', 'remove-second-factor')),
	CONSTRAINT "audit_subject_kind" CHECK ("audit"."subject_kind" in ('order', 'prescription', 'consultation', 'file', 'card', 'user', 'medication', 'zone', 'pharmacy', 'duty', 'payment', 'refund', 'debit', 'payout', 'list', 'catalogue', 'settings'))
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"version" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('terms', 'health')),
	CONSTRAINT "consents_version" CHECK (length(btrim("consents"."version")) between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "consultation_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consultation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender_type" text NOT NULL,
	"sender_id" uuid,
	"client_message_id" text,
	"content" text NOT NULL,
	"line" text,
	"file_key" text,
	"prescription_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "consultation_messages_sender_type" CHECK ("consultation_messages"."sender_type" in ('patient', 'doctor', 'system')),
	CONSTRAINT "consultation_messages_line" CHECK ("consultation_messages"."line" in ('offered', 'accepted', 'completed', 'closed')),
	CONSTRAINT "consultation_messages_seq" CHECK ("consultation_messages"."seq" >= 1),
	CONSTRAINT "consultation_messages_sender" CHECK (("consultation_messages"."sender_type" = 'system') = ("consultation_messages"."sender_id" is null) and ("consultation_messages"."sender_type" = 'system') = ("consultation_messages"."line" is not null)),
	CONSTRAINT "consultation_messages_system" CHECK ("consultation_messages"."sender_type" <> 'system' or ("consultation_messages"."content" = '' and "consultation_messages"."client_message_id" is null and "consultation_messages"."file_key" is null)),
	CONSTRAINT "consultation_messages_length" CHECK (length("consultation_messages"."content") <= 4000),
	CONSTRAINT "consultation_messages_content" CHECK ("consultation_messages"."sender_type" = 'system' or btrim("consultation_messages"."content") <> '' or "consultation_messages"."file_key" is not null or "consultation_messages"."prescription_id" is not null),
	CONSTRAINT "consultation_messages_client_id" CHECK (length("consultation_messages"."client_message_id") between 1 and 64),
	CONSTRAINT "consultation_messages_prescription" CHECK ("consultation_messages"."prescription_id" is null or "consultation_messages"."sender_type" = 'doctor')
);
--> statement-breakpoint
CREATE TABLE "consultations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"patient_id" uuid NOT NULL,
	"patient_name" text NOT NULL,
	"doctor_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"last_seq" integer DEFAULT 1 NOT NULL,
	"patient_read_seq" integer DEFAULT 1 NOT NULL,
	"doctor_read_seq" integer DEFAULT 0 NOT NULL,
	"without_doctor" boolean NOT NULL,
	"offers" integer DEFAULT 0 NOT NULL,
	"offered_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "consultations_status" CHECK ("consultations"."status" in ('pending', 'active', 'completed')),
	CONSTRAINT "consultations_doctor" CHECK (("consultations"."status" = 'pending') = ("consultations"."doctor_id" is null) and ("consultations"."doctor_id" is null) = ("consultations"."accepted_at" is null)),
	CONSTRAINT "consultations_completed" CHECK (("consultations"."status" = 'completed') = ("consultations"."completed_at" is not null)),
	CONSTRAINT "consultations_last_seq" CHECK ("consultations"."last_seq" >= 1),
	CONSTRAINT "consultations_read_seq" CHECK ("consultations"."patient_read_seq" between 0 and "consultations"."last_seq" and "consultations"."doctor_read_seq" between 0 and "consultations"."last_seq"),
	CONSTRAINT "consultations_offers" CHECK ("consultations"."offers" between 0 and 3),
	CONSTRAINT "consultations_patient_name" CHECK (btrim("consultations"."patient_name") <> '')
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "count_changes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"scope" text NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"medicines_fcfa" bigint DEFAULT 0 NOT NULL,
	"commission_fcfa" bigint DEFAULT 0 NOT NULL,
	"delivery_fees_fcfa" bigint DEFAULT 0 NOT NULL,
	"paid_fcfa" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counts" (
	"scope" text NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"medicines_fcfa" bigint DEFAULT 0 NOT NULL,
	"commission_fcfa" bigint DEFAULT 0 NOT NULL,
	"delivery_fees_fcfa" bigint DEFAULT 0 NOT NULL,
	"paid_fcfa" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "counts_scope_user_id_state_pk" PRIMARY KEY("scope","user_id","state")
);
--> statement-breakpoint
CREATE TABLE "day_count_changes" (
	"day" date NOT NULL,
	"zone_id" uuid NOT NULL,
	"state" text NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"paid_fcfa" bigint DEFAULT 0 NOT NULL,
	"commission_fcfa" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_counts" (
	"day" date NOT NULL,
	"zone_id" uuid NOT NULL,
	"state" text NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"paid_fcfa" bigint DEFAULT 0 NOT NULL,
	"commission_fcfa" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "day_counts_day_zone_id_state_pk" PRIMARY KEY("day","zone_id","state")
);
--> statement-breakpoint
CREATE TABLE "file_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"object" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"category" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"bound_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "files_category" CHECK ("files"."category" in ('insurance', 'prescription', 'consultation')),
	CONSTRAINT "files_content_type" CHECK ("files"."content_type" in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
	CONSTRAINT "files_bytes" CHECK ("files"."bytes" between 1 and 10485760)
);
--> statement-breakpoint
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
CREATE TABLE "insurance_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"label" text,
	"rate" integer NOT NULL,
	"file_key" text,
	"verified" boolean DEFAULT false NOT NULL,
	"check_asked_at" timestamp (3) with time zone,
	"refused" text,
	"checked_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "insurance_cards_rate" CHECK ("insurance_cards"."rate" between 5 and 100),
	CONSTRAINT "insurance_cards_file" CHECK (("insurance_cards"."file_key" is null) = ("insurance_cards"."deleted_at" is not null)),
	CONSTRAINT "insurance_cards_refused_known" CHECK ("insurance_cards"."refused" in ('unreadable', 'expired', 'other-person', 'wrong-rate', 'not-insurance')),
	CONSTRAINT "insurance_cards_refused" CHECK ("insurance_cards"."refused" is null or not "insurance_cards"."verified"),
	CONSTRAINT "insurance_cards_check_asked" CHECK ("insurance_cards"."check_asked_at" is null or not "insurance_cards"."verified" and "insurance_cards"."refused" is null)
);
--> statement-breakpoint
CREATE TABLE "refused_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"person" text,
	"file_digest" text NOT NULL,
	"rate" integer NOT NULL,
	"refused" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refused_cards_known" CHECK ("refused_cards"."refused" in ('unreadable', 'expired', 'other-person', 'wrong-rate', 'not-insurance'))
);
--> statement-breakpoint
CREATE TABLE "medication_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "medication_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE TABLE "medications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"form" text NOT NULL,
	"price_fcfa" integer NOT NULL,
	"requires_prescription" boolean DEFAULT false NOT NULL,
	"reviewed" boolean NOT NULL,
	"awaits_review" boolean DEFAULT false NOT NULL,
	"review_asked_at" timestamp (3) with time zone,
	"checked_by_id" uuid,
	"search_text" text NOT NULL,
	"substances" text,
	"substance_text" text,
	"dosage" text,
	"prescribed" integer DEFAULT 0 NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "medications_form" CHECK ("medications"."form" in ('tablet', 'capsule', 'syrup', 'injection', 'cream', 'drops', 'other')),
	CONSTRAINT "medications_price" CHECK ("medications"."price_fcfa" >= 0),
	CONSTRAINT "medications_prescribed" CHECK ("medications"."prescribed" >= 0),
	CONSTRAINT "medications_awaits_review" CHECK (not ("medications"."awaits_review" and "medications"."reviewed")),
	CONSTRAINT "medications_label" CHECK (length(btrim("medications"."label")) > 0)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"order_id" uuid,
	"names_id" uuid,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"link" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"from_value" text,
	"to_value" text,
	"reason" text,
	CONSTRAINT "order_events_reason" CHECK ("order_events"."reason" in ('no-answer', 'busy', 'medicine-missing', 'breakdown', 'closed', 'customer-absent', 'address-not-found'))
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"medication_id" uuid NOT NULL,
	"label" text NOT NULL,
	"quantity" integer NOT NULL,
	"price_fcfa" integer NOT NULL,
	"posology" text,
	"duration" text,
	CONSTRAINT "order_items_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" between 1 and 999),
	CONSTRAINT "order_items_price" CHECK ("order_items"."price_fcfa" > 0),
	CONSTRAINT "order_items_posology" CHECK (length("order_items"."posology") between 1 and 120),
	CONSTRAINT "order_items_duration" CHECK (length("order_items"."duration") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"pharmacy_id" uuid,
	"wished_pharmacy_id" uuid,
	"delivery_person_id" uuid,
	"agent_id" uuid,
	"items_written_by_id" uuid,
	"zone_id" uuid NOT NULL,
	"zone_label" text NOT NULL,
	"address" text NOT NULL,
	"prescription_id" uuid,
	"prescription_url" text,
	"photo_problem" text,
	"card_id" uuid,
	"card_label" text,
	"card_rate" integer,
	"card_url" text,
	"card_verified" boolean DEFAULT false NOT NULL,
	"card_awaited" boolean DEFAULT false NOT NULL,
	"left_out" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"items_count" integer DEFAULT 0 NOT NULL,
	"delivery_fee_fcfa" integer NOT NULL,
	"medicines_fcfa" integer,
	"commission_fcfa" integer,
	"reduction_fcfa" integer,
	"total_fcfa" integer,
	"paid_fcfa" integer DEFAULT 0 NOT NULL,
	"payment_id" uuid,
	"transaction_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"ready_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"usual_minutes" integer,
	"problem" text,
	"problem_note" text,
	"problem_at" timestamp (3) with time zone,
	"brought_back_at" timestamp (3) with time zone,
	"brought_back_reason" text,
	"held_by_id" uuid,
	"opened_at" timestamp (3) with time zone,
	"late_told_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"cancel_note" text,
	"cancel_asked_at" timestamp (3) with time zone,
	"cancel_asked_reason" text,
	"cancel_declined" text,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('pre-treatment', 'pending', 'delivering', 'delivered', 'ended', 'cancelled')),
	CONSTRAINT "orders_rate" CHECK ("orders"."card_rate" between 5 and 100),
	CONSTRAINT "orders_card" CHECK (("orders"."card_id" is null) = ("orders"."card_rate" is null) and ("orders"."card_id" is null) = ("orders"."card_url" is null)),
	CONSTRAINT "orders_amounts_together" CHECK (num_nulls("orders"."medicines_fcfa", "orders"."commission_fcfa", "orders"."reduction_fcfa", "orders"."total_fcfa") in (0, 4) and ("orders"."medicines_fcfa" is null) = ("orders"."items_count" = 0)),
	CONSTRAINT "orders_left_out" CHECK (jsonb_array_length("orders"."left_out") = 0 or "orders"."prescription_id" is not null and "orders"."items_count" > 0),
	CONSTRAINT "orders_card_awaited" CHECK (not "orders"."card_awaited" or "orders"."card_id" is not null and not "orders"."card_verified"),
	CONSTRAINT "orders_fee" CHECK ("orders"."delivery_fee_fcfa" >= 0),
	CONSTRAINT "orders_medicines" CHECK ("orders"."medicines_fcfa" > 0),
	CONSTRAINT "orders_commission" CHECK ("orders"."commission_fcfa" = ("orders"."medicines_fcfa"::bigint * 10 + 50) / 100),
	CONSTRAINT "orders_total" CHECK ("orders"."total_fcfa" = ("orders"."delivery_fee_fcfa"::bigint * 100 + "orders"."medicines_fcfa"::bigint * (110 - coalesce("orders"."card_rate", 0)) + 50) / 100 or "orders"."total_fcfa" > ("orders"."delivery_fee_fcfa"::bigint * 100 + "orders"."medicines_fcfa"::bigint * (110 - coalesce("orders"."card_rate", 0)) + 50) / 100 and "orders"."card_id" is not null and "orders"."state" <> 'pre-treatment'),
	CONSTRAINT "orders_reduction" CHECK ("orders"."reduction_fcfa" = "orders"."medicines_fcfa" + "orders"."delivery_fee_fcfa" + "orders"."commission_fcfa" - "orders"."total_fcfa"),
	CONSTRAINT "orders_paid" CHECK (case when "orders"."state" in ('pre-treatment', 'cancelled') then "orders"."paid_fcfa" = 0 and ("orders"."payment_id", "orders"."transaction_id") is null else "orders"."total_fcfa" is not null and "orders"."paid_fcfa" = "orders"."total_fcfa" and ("orders"."payment_id", "orders"."transaction_id") is not null end),
	CONSTRAINT "orders_paid_at" CHECK (("orders"."paid_at" is null) = ("orders"."state" in ('pre-treatment', 'cancelled'))),
	CONSTRAINT "orders_ended_at" CHECK (("orders"."ended_at" is null) = ("orders"."state" <> 'ended')),
	CONSTRAINT "orders_usual_minutes" CHECK ("orders"."usual_minutes" is null or "orders"."usual_minutes" > 0 and "orders"."paid_at" is not null),
	CONSTRAINT "orders_courier_needs_pharmacy" CHECK ("orders"."delivery_person_id" is null or "orders"."pharmacy_id" is not null),
	CONSTRAINT "orders_on_the_way_have_a_courier" CHECK ("orders"."state" in ('pre-treatment', 'pending', 'cancelled') or "orders"."delivery_person_id" is not null),
	CONSTRAINT "orders_pharmacy_after_payment" CHECK (not "orders"."state" in ('pre-treatment', 'cancelled') or "orders"."pharmacy_id" is null),
	CONSTRAINT "orders_photo_problem_known" CHECK ("orders"."photo_problem" in ('blurred', 'dark', 'cut', 'not-a-prescription')),
	CONSTRAINT "orders_photo_problem" CHECK ("orders"."photo_problem" is null or "orders"."state" = 'pre-treatment' and "orders"."items_count" = 0 and "orders"."prescription_url" is not null),
	CONSTRAINT "orders_ready" CHECK ("orders"."ready_at" is null or "orders"."pharmacy_id" is not null),
	CONSTRAINT "orders_problem_known" CHECK ("orders"."problem" in ('customer-absent', 'address-not-found', 'medicine-missing', 'medicine-out-of-stock', 'quantity-short', 'price-differs', 'prescription-unclear', 'pharmacy-closing')),
	CONSTRAINT "orders_problem" CHECK (("orders"."problem" is null) = ("orders"."problem_at" is null) and ("orders"."problem" is null or "orders"."state" in ('pending', 'delivering'))),
	CONSTRAINT "orders_problem_note" CHECK ("orders"."problem_note" is null or "orders"."problem" is not null and length(btrim("orders"."problem_note")) between 1 and 300),
	CONSTRAINT "orders_brought_back_known" CHECK ("orders"."brought_back_reason" in ('customer-absent', 'address-not-found', 'medicine-missing', 'breakdown')),
	CONSTRAINT "orders_brought_back" CHECK (("orders"."brought_back_at" is null) = ("orders"."brought_back_reason" is null)),
	CONSTRAINT "orders_held" CHECK ("orders"."held_by_id" is null or "orders"."brought_back_at" is not null),
	CONSTRAINT "orders_cancel_reason_known" CHECK ("orders"."cancel_reason" in ('customer', 'duplicate', 'unavailable', 'unreachable', 'unpaid')),
	CONSTRAINT "orders_cancel_reason" CHECK (("orders"."cancel_reason" is null) = ("orders"."state" <> 'cancelled')),
	CONSTRAINT "orders_cancel_note" CHECK ("orders"."cancel_note" is null or "orders"."state" = 'cancelled' and length(btrim("orders"."cancel_note")) between 1 and 300),
	CONSTRAINT "orders_cancel_asked_known" CHECK ("orders"."cancel_asked_reason" in ('not-needed', 'too-long', 'mistake', 'elsewhere', 'other')),
	CONSTRAINT "orders_cancel_declined_known" CHECK ("orders"."cancel_declined" in ('prepared', 'leaving', 'agreed')),
	CONSTRAINT "orders_cancel_asked" CHECK (("orders"."cancel_asked_at" is null) = ("orders"."cancel_asked_reason" is null) and ("orders"."cancel_asked_at" is null or "orders"."state" in ('pending', 'cancelled'))),
	CONSTRAINT "orders_cancel_declined" CHECK ("orders"."cancel_declined" is null or "orders"."cancel_asked_at" is not null),
	CONSTRAINT "orders_erased" CHECK ("orders"."erased_at" is null or "orders"."state" in ('ended', 'cancelled')),
	CONSTRAINT "orders_address" CHECK (length(btrim("orders"."address")) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"report" text NOT NULL,
	"amount_fcfa" bigint,
	"currency" text,
	"reference" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"provider_transaction_id" text,
	"operator" text,
	"paying_phone" text,
	"customer_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount_fcfa" integer NOT NULL,
	"draft" jsonb,
	"order_id" uuid,
	"unchecked_reduction_fcfa" integer,
	"unchecked_person" text,
	"unchecked_file" text,
	"basket_id" text NOT NULL,
	"content_digest" text NOT NULL,
	"portal" jsonb,
	"prescription_id" uuid,
	"prescription_version" integer,
	"review_reason" text,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by_id" uuid,
	"review_note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('pending', 'paid', 'failed', 'cancelled', 'expired', 'review', 'refunded')),
	CONSTRAINT "payments_operator" CHECK ("payments"."operator" in ('mtn', 'moov', 'celtiis')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_fcfa" > 0),
	CONSTRAINT "payments_unchecked_reduction" CHECK ("payments"."unchecked_reduction_fcfa" > 0),
	CONSTRAINT "payments_purpose" CHECK ("payments"."draft" is not null or "payments"."order_id" is not null),
	CONSTRAINT "payments_paid_has_order" CHECK ("payments"."status" <> 'paid' or ("payments"."order_id" is not null and "payments"."provider_reference" is not null)),
	CONSTRAINT "payments_review_reason" CHECK (case "payments"."status" when 'review' then "payments"."review_reason" is not null when 'refunded' then true when 'paid' then "payments"."review_reason" is null or "payments"."reviewed_at" is not null else "payments"."review_reason" is null end),
	CONSTRAINT "payments_review_reason_known" CHECK ("payments"."review_reason" in ('reference', 'amount', 'paid-twice', 'prescription-changed', 'order-changed', 'customer-removed')),
	CONSTRAINT "payments_reviewed" CHECK (num_nulls("payments"."reviewed_at", "payments"."reviewed_by_id", "payments"."review_note") in (0, 3) and ("payments"."reviewed_at" is null or "payments"."review_reason" is not null)),
	CONSTRAINT "payments_prescription" CHECK (("payments"."prescription_id" is null) = ("payments"."prescription_version" is null))
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"journal_id" uuid NOT NULL,
	"account" text NOT NULL,
	"beneficiary_id" uuid,
	"amount_fcfa" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"xact" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "entries_account" CHECK ("entries"."account" in ('customer', 'insurer', 'pharmacy', 'courier', 'commission', 'platform', 'partner', 'bank', 'returned', 'refund')),
	CONSTRAINT "entries_not_zero" CHECK ("entries"."amount_fcfa" <> 0)
);
--> statement-breakpoint
CREATE TABLE "journals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid,
	"refund_id" uuid,
	"actor_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('payment', 'ending', 'payout', 'cancellation', 'put-aside', 'refund', 'payout-return')),
	CONSTRAINT "journals_order" CHECK (("journals"."kind" in ('payment', 'ending', 'cancellation')) = ("journals"."order_id" is not null)),
	CONSTRAINT "journals_refund" CHECK (("journals"."kind" in ('cancellation', 'put-aside', 'refund')) = ("journals"."refund_id" is not null)),
	CONSTRAINT "journals_payout_actor" CHECK (("journals"."kind" = 'payout') = ("journals"."actor_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"operator" text NOT NULL,
	"phone" text NOT NULL,
	CONSTRAINT "payout_accounts_operator" CHECK ("payout_accounts"."operator" in ('mtn', 'moov', 'celtiis'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"journal_id" uuid NOT NULL,
	"beneficiary_id" uuid NOT NULL,
	"amount_fcfa" integer NOT NULL,
	"state" text NOT NULL,
	"provider" text,
	"operator" text,
	"phone" text,
	"asked_by_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"provider_payout_id" text,
	"settled_at" timestamp (3) with time zone,
	"failure" text,
	"return_journal_id" uuid,
	"replaces_id" uuid,
	"note" text,
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('asked', 'sent', 'done', 'failed')),
	CONSTRAINT "payouts_operator" CHECK ("payouts"."operator" in ('mtn', 'moov', 'celtiis')),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_fcfa" > 0),
	CONSTRAINT "payouts_settled" CHECK (("payouts"."settled_at" is not null) = ("payouts"."state" in ('done', 'failed'))),
	CONSTRAINT "payouts_next_try" CHECK (("payouts"."next_try_at" is not null) = ("payouts"."state" in ('asked', 'sent'))),
	CONSTRAINT "payouts_returned" CHECK (("payouts"."return_journal_id" is not null) = ("payouts"."state" = 'failed')),
	CONSTRAINT "payouts_by_hand" CHECK ("payouts"."provider" is not null or ("payouts"."state" = 'done' and "payouts"."note" is not null))
);
--> statement-breakpoint
CREATE TABLE "duty_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"listed_on" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "duty_lists_source" CHECK (length(btrim("duty_lists"."source")) between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "duty_shifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"place_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "duty_shifts_span" CHECK ("duty_shifts"."ends_at" > "duty_shifts"."starts_at" and "duty_shifts"."ends_at" - "duty_shifts"."starts_at" <= interval '31 days')
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"source_id" text,
	"name" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"phone" text,
	"address" text,
	"hours" text,
	"on_duty" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"is_partner" boolean DEFAULT false NOT NULL,
	CONSTRAINT "places_name" CHECK (length(btrim("places"."name")) > 0),
	CONSTRAINT "places_position" CHECK (("places"."latitude" is null) = ("places"."longitude" is null) and abs("places"."latitude") <= 90 and abs("places"."longitude") <= 180),
	CONSTRAINT "places_imported" CHECK ("places"."account_id" is not null or ("places"."source_id" is not null and "places"."latitude" is not null and "places"."active" and not "places"."is_partner"))
);
--> statement-breakpoint
CREATE TABLE "zones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"search_text" text NOT NULL,
	"sectors" text[] NOT NULL,
	"aliases" text[] DEFAULT '{}' NOT NULL,
	"price_fcfa" integer NOT NULL,
	"town" text DEFAULT 'Cotonou' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "zones_price" CHECK ("zones"."price_fcfa" >= 0),
	CONSTRAINT "zones_label" CHECK (length(btrim("zones"."label")) > 0),
	CONSTRAINT "zones_town" CHECK (length(btrim("zones"."town")) > 0),
	CONSTRAINT "zones_position" CHECK (("zones"."latitude" is null) = ("zones"."longitude" is null) and abs("zones"."latitude") <= 90 and abs("zones"."longitude") <= 180)
);
--> statement-breakpoint
CREATE TABLE "prescription_items" (
	"prescription_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"medication_id" uuid NOT NULL,
	"label" text NOT NULL,
	"quantity" integer NOT NULL,
	"price_fcfa" integer NOT NULL,
	"posology" text,
	"duration" text,
	CONSTRAINT "prescription_items_prescription_id_position_pk" PRIMARY KEY("prescription_id","position"),
	CONSTRAINT "prescription_items_quantity" CHECK ("prescription_items"."quantity" between 1 and 999),
	CONSTRAINT "prescription_items_price" CHECK ("prescription_items"."price_fcfa" >= 0),
	CONSTRAINT "prescription_items_posology" CHECK (length("prescription_items"."posology") between 1 and 120),
	CONSTRAINT "prescription_items_duration" CHECK (length("prescription_items"."duration") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "prescription_watchers" (
	"prescription_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	CONSTRAINT "prescription_watchers_prescription_id_customer_id_pk" PRIMARY KEY("prescription_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "prescriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"number" text NOT NULL,
	"author_id" uuid NOT NULL,
	"client_ref" text,
	"content_digest" text,
	"patient_name" text NOT NULL,
	"folded_name" text GENERATED ALWAYS AS (folded(patient_name)) STORED NOT NULL,
	"patient_phone" text NOT NULL,
	"url" text,
	"version" integer DEFAULT 1 NOT NULL,
	"priced_at" timestamp (3) with time zone NOT NULL,
	"reserved_by_id" uuid,
	"reserved_until" timestamp (3) with time zone,
	"used_by_id" uuid,
	"used_at" timestamp (3) with time zone,
	"reader_id" uuid,
	"check_asked_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "prescriptions_type" CHECK ("prescriptions"."type" in ('numerical', 'physical')),
	CONSTRAINT "prescriptions_number_form" CHECK ("prescriptions"."number" ~ '^ORD-[0-9]{8}$'),
	CONSTRAINT "prescriptions_version" CHECK ("prescriptions"."version" > 0),
	CONSTRAINT "prescriptions_reservation" CHECK (("prescriptions"."reserved_by_id" is null) = ("prescriptions"."reserved_until" is null)),
	CONSTRAINT "prescriptions_use" CHECK (("prescriptions"."used_by_id" is null) = ("prescriptions"."used_at" is null)),
	CONSTRAINT "prescriptions_used_stays" CHECK ("prescriptions"."used_by_id" is null or "prescriptions"."deleted_at" is null),
	CONSTRAINT "prescriptions_erased" CHECK ("prescriptions"."erased_at" is null or "prescriptions"."used_by_id" is not null or "prescriptions"."deleted_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"debit" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"order_id" uuid,
	"amount_fcfa" integer NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"asked_by_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"provider_reference" text,
	"done_at" timestamp (3) with time zone,
	"settled_by_id" uuid,
	"settled_note" text,
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('asked', 'sent', 'done', 'failed')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_fcfa" > 0),
	CONSTRAINT "refunds_done" CHECK (("refunds"."done_at" is not null) = ("refunds"."state" = 'done')),
	CONSTRAINT "refunds_next_try" CHECK (("refunds"."next_try_at" is not null) = ("refunds"."state" in ('asked', 'sent'))),
	CONSTRAINT "refunds_settled" CHECK (("refunds"."settled_by_id" is null) = ("refunds"."settled_note" is null) and ("refunds"."settled_by_id" is null or "refunds"."state" = 'done'))
);
--> statement-breakpoint
CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"restored_at" timestamp (3) with time zone NOT NULL,
	"backup_at" timestamp (3) with time zone NOT NULL,
	"resumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "stray_debits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"transaction_id" text NOT NULL,
	"reference" text,
	"amount_fcfa" bigint,
	"currency" text,
	"payment_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" uuid,
	"note" text,
	CONSTRAINT "stray_debits_closed" CHECK (num_nulls("stray_debits"."closed_at", "stray_debits"."closed_by_id", "stray_debits"."note") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"reference" text NOT NULL,
	"amount_fcfa" integer NOT NULL,
	"status" text NOT NULL,
	"settles_at" timestamp (3) with time zone NOT NULL
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
	"expires_at" timestamp (3) with time zone NOT NULL,
	"refund_behaviour" text DEFAULT 'approve' NOT NULL
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
CREATE TABLE "codes" (
	"request_hash" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"code_hash" text,
	"tries_left" integer NOT NULL,
	"token_hash" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "codes_tries" CHECK ("codes"."tries_left" between 0 and 5),
	CONSTRAINT "codes_code_or_token" CHECK (("codes"."code_hash" is null) <> ("codes"."token_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "counted_calls" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "known_devices" (
	"mark_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_hash" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_session_unique" UNIQUE("session_hash"),
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text,
	"offered" text,
	"offered_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"device" text
);
--> statement-breakpoint
CREATE TABLE "spent_proofs" (
	"signature" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"folded_name" text GENERATED ALWAYS AS (folded(name)) STORED NOT NULL,
	"email" text,
	"phone" text,
	"password_hash" text,
	"phone_proven_at" timestamp (3) with time zone,
	"phone_proven" boolean DEFAULT false NOT NULL,
	"has_second_factor" boolean DEFAULT false NOT NULL,
	"address" text,
	"active" boolean DEFAULT true NOT NULL,
	"on_duty" boolean DEFAULT false NOT NULL,
	"is_partner" boolean DEFAULT false NOT NULL,
	"awaits_activation" boolean DEFAULT false NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"titre_partenaire" text,
	"pharmacist" text,
	"licence_number" text,
	"licence_from" date,
	"licence_until" date,
	"order_number" text,
	"licence_told" smallint,
	"longitude" double precision,
	"latitude" double precision,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_type" CHECK ("users"."type" in ('customer', 'pharmacy', 'deliveryPerson', 'agent', 'partnerDoctor', 'supervisor', 'superAdmin')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_phone_form" CHECK ("users"."phone" ~ '^\+22901[0-9]{8,10}$'),
	CONSTRAINT "users_title" CHECK ("users"."titre_partenaire" is null or "users"."type" = 'partnerDoctor'),
	CONSTRAINT "users_pharmacist" CHECK ("users"."pharmacist" is null or "users"."type" = 'pharmacy' and length(btrim("users"."pharmacist")) between 1 and 120),
	CONSTRAINT "users_licence_days" CHECK ("users"."licence_from" <= "users"."licence_until"),
	CONSTRAINT "users_partner_pharmacy" CHECK (not "users"."is_partner" or "users"."type" = 'pharmacy'),
	CONSTRAINT "users_awaits_activation" CHECK (not "users"."awaits_activation" or ("users"."type" = 'pharmacy' and not "users"."active")),
	CONSTRAINT "users_location" CHECK (("users"."longitude" is null) = ("users"."latitude" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_name_unique" ON "addresses" USING btree ("owner_id",lower("name"));
--> statement-breakpoint
CREATE INDEX "audit_date" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit" USING btree ("subject_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_by_customer" ON "audit" USING btree ("customer_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "audit"."customer_id" is not null;
--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "audit" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not "audit"."action" in ('progress', 'read', 'open');
--> statement-breakpoint
CREATE INDEX "audit_by_kind" ON "audit" USING btree ("subject_kind","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not "audit"."subject_kind" in ('order');
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_once_an_hour" ON "audit" USING btree (coalesce("actor_id"::text, ''),"action","subject_id","hour") WHERE "audit"."hour" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "consents_open_unique" ON "consents" USING btree ("user_id","purpose") WHERE "consents"."withdrawn_at" is null;
--> statement-breakpoint
CREATE INDEX "consents_user_index" ON "consents" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "consultation_messages_seq_unique" ON "consultation_messages" USING btree ("consultation_id","seq");
--> statement-breakpoint
CREATE UNIQUE INDEX "consultation_messages_client_id_unique" ON "consultation_messages" USING btree ("consultation_id","sender_id","client_message_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "consultation_messages_file_unique" ON "consultation_messages" USING btree ("file_key");
--> statement-breakpoint
CREATE INDEX "consultations_patient" ON "consultations" USING btree ("patient_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "consultations_doctor_status" ON "consultations" USING btree ("doctor_id","status","accepted_at");
--> statement-breakpoint
CREATE INDEX "consultations_doctor_completed" ON "consultations" USING btree ("doctor_id","status","completed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "consultations_pending" ON "consultations" USING btree ("created_at","id") WHERE "consultations"."status" = 'pending';
--> statement-breakpoint
CREATE INDEX "presence_seen" ON "presence" USING btree ("seen_at");
--> statement-breakpoint
CREATE INDEX "count_changes_of" ON "count_changes" USING btree ("scope","user_id");
--> statement-breakpoint
CREATE INDEX "day_count_changes_day" ON "day_count_changes" USING btree ("day");
--> statement-breakpoint
CREATE INDEX "file_openings_object" ON "file_openings" USING btree ("object","at");
--> statement-breakpoint
CREATE UNIQUE INDEX "files_key_unique" ON "files" USING btree ("key");
--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX "files_unbound" ON "files" USING btree ("created_at") WHERE "files"."bound_at" is null;
--> statement-breakpoint
CREATE INDEX "insurance_cards_to_check" ON "insurance_cards" USING btree ("check_asked_at") WHERE "insurance_cards"."check_asked_at" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "insurance_cards_owner_unique" ON "insurance_cards" USING btree ("owner_id") WHERE "insurance_cards"."deleted_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "insurance_cards_file_unique" ON "insurance_cards" USING btree ("file_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "refused_cards_unique" ON "refused_cards" USING btree ("owner_id","file_digest","rate");
--> statement-breakpoint
CREATE INDEX "refused_cards_person" ON "refused_cards" USING btree ("person") WHERE "refused_cards"."person" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "medications_label_form_unique" ON "medications" USING btree ("search_text","form") WHERE "medications"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "medications_trigrams" ON "medications" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "medications_prefix" ON "medications" USING btree ("search_text" collate "C");
--> statement-breakpoint
CREATE INDEX "medications_words" ON "medications" USING gin (array_to_tsvector(array_remove(string_to_array("search_text" || ' ' || coalesce("substance_text", '') || ' #' || "form", ' '), ''))) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "medications_french" ON "medications" USING btree ("label" collate "french","form","id") WHERE "medications"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "medications_orderable" ON "medications" USING btree ("label" collate "french","form","id") WHERE "medications"."deleted_at" is null and "medications"."reviewed" and "medications"."price_fcfa" > 0;
--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_order" ON "notifications" USING btree ("order_id","user_id");
--> statement-breakpoint
CREATE INDEX "notifications_names" ON "notifications" USING btree ("names_id") WHERE "notifications"."names_id" is not null;
--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not "notifications"."is_read";
--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","at");
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number_unique" ON "orders" USING btree ("number");
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment_unique" ON "orders" USING btree ("payment_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_prescription_unique" ON "orders" USING btree ("prescription_id") WHERE "orders"."state" <> 'cancelled';
--> statement-breakpoint
CREATE INDEX "orders_wished_pharmacy" ON "orders" USING btree ("wished_pharmacy_id") WHERE "orders"."wished_pharmacy_id" is not null;
--> statement-breakpoint
CREATE INDEX "orders_prescription" ON "orders" USING btree ("prescription_id") WHERE "orders"."prescription_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_prescription_url_unique" ON "orders" USING btree ("prescription_url");
--> statement-breakpoint
CREATE INDEX "orders_card_url" ON "orders" USING btree ("card_url") WHERE "orders"."card_url" is not null;
--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"state","paid_fcfa");
--> statement-breakpoint
CREATE INDEX "orders_pharmacy" ON "orders" USING btree ("pharmacy_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "orders_pharmacy_ended" ON "orders" USING btree ("pharmacy_id","ended_at","id") WHERE "orders"."state" = 'ended';
--> statement-breakpoint
CREATE INDEX "orders_delivery_person" ON "orders" USING btree ("delivery_person_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "orders_writer" ON "orders" USING btree ("items_written_by_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."items_written_by_id" is not null;
--> statement-breakpoint
CREATE INDEX "orders_pharmacy_open" ON "orders" USING btree ("pharmacy_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."state" not in ('ended', 'cancelled');
--> statement-breakpoint
CREATE INDEX "orders_delivery_person_open" ON "orders" USING btree ("delivery_person_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."state" not in ('ended', 'cancelled');
--> statement-breakpoint
CREATE INDEX "orders_writer_open" ON "orders" USING btree ("items_written_by_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."state" not in ('ended', 'cancelled');
--> statement-breakpoint
CREATE INDEX "orders_state_date" ON "orders" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "orders_queue" ON "orders" USING btree (("items_count" > 0 or "photo_problem" is not null),"created_at","id") WHERE "orders"."state" = 'pre-treatment';
--> statement-breakpoint
CREATE INDEX "orders_to_do" ON "orders" USING btree ((case when "problem_at" is not null or ("cancel_asked_at" is not null and "cancel_declined" is null and "state" = 'pending') then 0 when "state" = 'delivered' then 2 else 1 end),(coalesce("paid_at", "created_at")),"id") WHERE ("orders"."problem_at" is not null
  or ("orders"."cancel_asked_at" is not null and "orders"."cancel_declined" is null and "orders"."state" = 'pending')
  or "orders"."state" = 'pre-treatment' and "orders"."items_count" = 0 and "orders"."photo_problem" is null
  or "orders"."state" = 'pending' and ("orders"."pharmacy_id" is null or "orders"."delivery_person_id" is null)
  or "orders"."state" = 'delivered');
--> statement-breakpoint
CREATE INDEX "orders_promised" ON "orders" USING btree ("paid_at") WHERE "orders"."state" in ('pending', 'delivering');
--> statement-breakpoint
CREATE INDEX "orders_zone_delivered" ON "orders" USING btree ("zone_id","paid_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."state" in ('delivered', 'ended');
--> statement-breakpoint
CREATE INDEX "orders_photographs_read" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."prescription_url" is not null and "orders"."items_count" > 0;
--> statement-breakpoint
CREATE INDEX "orders_date" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "orders_number_trigrams" ON "orders" USING gin ("number" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_unique" ON "payment_events" USING btree ("provider","event_id");
--> statement-breakpoint
CREATE INDEX "payment_events_transaction" ON "payment_events" USING btree ("transaction_id");
--> statement-breakpoint
CREATE INDEX "payment_events_reference" ON "payment_events" USING btree ("provider","reference") WHERE "payment_events"."reference" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction_unique" ON "payments" USING btree ("transaction_id");
--> statement-breakpoint
CREATE INDEX "payments_provider_transaction" ON "payments" USING btree ("provider","provider_transaction_id") WHERE "payments"."provider_transaction_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference_unique" ON "payments" USING btree ("provider","provider_reference");
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_paid_per_order" ON "payments" USING btree ("order_id") WHERE "payments"."status" = 'paid';
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_paid_per_basket" ON "payments" USING btree ("customer_id","basket_id") WHERE "payments"."status" = 'paid';
--> statement-breakpoint
CREATE INDEX "payments_waiting" ON "payments" USING btree ("status") WHERE "payments"."status" in ('pending', 'review');
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_pending_per_basket" ON "payments" USING btree ("customer_id","basket_id") WHERE "payments"."status" = 'pending';
--> statement-breakpoint
CREATE INDEX "payments_to_review" ON "payments" USING btree ("settled_at","id") WHERE "payments"."status" = 'review' and "payments"."reviewed_at" is null;
--> statement-breakpoint
CREATE INDEX "payments_reviewed_by" ON "payments" USING btree ("reviewed_by_id") WHERE "payments"."reviewed_by_id" is not null;
--> statement-breakpoint
CREATE INDEX "payments_unfinished" ON "payments" USING btree ("created_at") WHERE "payments"."status" in ('pending', 'failed', 'cancelled', 'expired');
--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;
--> statement-breakpoint
CREATE INDEX "payments_date" ON "payments" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "payments_basket" ON "payments" USING btree ("basket_id","customer_id");
--> statement-breakpoint
CREATE INDEX "payments_content" ON "payments" USING btree ("customer_id","content_digest","created_at");
--> statement-breakpoint
CREATE INDEX "payments_prompts" ON "payments" USING btree ("paying_phone","created_at") WHERE "payments"."operator" is not null;
--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "payments_unchecked_person" ON "payments" USING btree ("unchecked_person","created_at") WHERE "payments"."unchecked_person" is not null;
--> statement-breakpoint
CREATE INDEX "payments_unchecked_file" ON "payments" USING btree ("unchecked_file","created_at") WHERE "payments"."unchecked_file" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction_of" ON "payments" USING btree ("id","transaction_id");
--> statement-breakpoint
CREATE INDEX "entries_journal" ON "entries" USING btree ("journal_id");
--> statement-breakpoint
CREATE INDEX "entries_account_index" ON "entries" USING btree ("account","beneficiary_id","amount_fcfa");
--> statement-breakpoint
CREATE INDEX "entries_shares" ON "entries" USING btree ("xact","account","beneficiary_id","amount_fcfa") WHERE "entries"."account" in ('platform', 'partner', 'returned');
--> statement-breakpoint
CREATE INDEX "entries_partner" ON "entries" USING btree ("beneficiary_id","at","id","account","amount_fcfa") WHERE "entries"."account" in ('partner', 'returned');
--> statement-breakpoint
CREATE UNIQUE INDEX "journals_order_kind_unique" ON "journals" USING btree ("order_id","kind");
--> statement-breakpoint
CREATE UNIQUE INDEX "journals_refund_kind_unique" ON "journals" USING btree ("refund_id","kind");
--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_user_unique" ON "payout_accounts" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_journal_unique" ON "payouts" USING btree ("journal_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_return_unique" ON "payouts" USING btree ("return_journal_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_replaces_unique" ON "payouts" USING btree ("replaces_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_provider_unique" ON "payouts" USING btree ("provider","provider_payout_id");
--> statement-breakpoint
CREATE INDEX "payouts_due" ON "payouts" USING btree ("next_try_at") WHERE "payouts"."next_try_at" is not null;
--> statement-breakpoint
CREATE INDEX "payouts_beneficiary" ON "payouts" USING btree ("beneficiary_id");
--> statement-breakpoint
CREATE INDEX "payouts_asked_by" ON "payouts" USING btree ("asked_by_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "duty_lists_unique" ON "duty_lists" USING btree ("listed_on","source");
--> statement-breakpoint
CREATE UNIQUE INDEX "duty_shifts_unique" ON "duty_shifts" USING btree ("place_id","starts_at","ends_at");
--> statement-breakpoint
CREATE INDEX "duty_shifts_end" ON "duty_shifts" USING btree ("ends_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "places_account_unique" ON "places" USING btree ("account_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "places_source_unique" ON "places" USING btree ("source_id");
--> statement-breakpoint
CREATE INDEX "places_point" ON "places" USING gist (place_point("latitude", "longitude"));
--> statement-breakpoint
CREATE UNIQUE INDEX "zones_label_unique" ON "zones" USING btree ("search_text") WHERE "zones"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "prescription_items_waiting" ON "prescription_items" USING btree ("medication_id") WHERE "prescription_items"."price_fcfa" = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "prescriptions_number_unique" ON "prescriptions" USING btree ("number");
--> statement-breakpoint
CREATE UNIQUE INDEX "prescriptions_client_ref_unique" ON "prescriptions" USING btree ("author_id","client_ref");
--> statement-breakpoint
CREATE UNIQUE INDEX "prescriptions_used_by_unique" ON "prescriptions" USING btree ("used_by_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "prescriptions_url_unique" ON "prescriptions" USING btree ("url");
--> statement-breakpoint
CREATE INDEX "prescriptions_author" ON "prescriptions" USING btree ("author_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "prescriptions_reader" ON "prescriptions" USING btree ("reader_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "prescriptions"."reader_id" is not null;
--> statement-breakpoint
CREATE INDEX "prescriptions_to_check" ON "prescriptions" USING btree ("check_asked_at") WHERE "prescriptions"."check_asked_at" is not null and "prescriptions"."checked_at" is null and "prescriptions"."used_by_id" is null and "prescriptions"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "prescriptions_date" ON "prescriptions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "prescriptions_phone" ON "prescriptions" USING btree ("patient_phone");
--> statement-breakpoint
CREATE INDEX "prescriptions_trigrams" ON "prescriptions" USING gin ("folded_name" gin_trgm_ops,"number" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_debit_unique" ON "refunds" USING btree ("payment_id","debit");
--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_order_unique" ON "refunds" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."next_try_at" is not null;
--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("asked_at") WHERE "refunds"."state" <> 'done';
--> statement-breakpoint
CREATE INDEX "refunds_customer" ON "refunds" USING btree ("customer_id");
--> statement-breakpoint
CREATE INDEX "refunds_asked_by" ON "refunds" USING btree ("asked_by_id");
--> statement-breakpoint
CREATE INDEX "refunds_settled_by" ON "refunds" USING btree ("settled_by_id") WHERE "refunds"."settled_by_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "stray_debits_unique" ON "stray_debits" USING btree ("provider","transaction_id",coalesce("reference", ''));
--> statement-breakpoint
CREATE INDEX "stray_debits_open" ON "stray_debits" USING btree ("at","id") WHERE "stray_debits"."closed_at" is null;
--> statement-breakpoint
CREATE INDEX "stray_debits_closed_by" ON "stray_debits" USING btree ("closed_by_id") WHERE "stray_debits"."closed_by_id" is not null;
--> statement-breakpoint
CREATE INDEX "tries_subject" ON "tries" USING btree ("kind","subject","at");
--> statement-breakpoint
CREATE INDEX "tries_address" ON "tries" USING btree ("kind","address","at");
--> statement-breakpoint
CREATE INDEX "codes_expiry" ON "codes" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "codes_subject" ON "codes" USING btree ("subject");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_date" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "known_devices_user" ON "known_devices" USING btree ("user_id","seen_at");
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "spent_proofs_expiry" ON "spent_proofs" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "sms_messages_moment_unique" ON "sms_messages" USING btree ("kind","about") WHERE "sms_messages"."about" is not null;
--> statement-breakpoint
CREATE INDEX "sms_messages_vendor" ON "sms_messages" USING btree ("vendor_id") WHERE "sms_messages"."vendor_id" is not null;
--> statement-breakpoint
CREATE INDEX "sms_messages_latest" ON "sms_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone_unique" ON "users" USING btree ("phone");
--> statement-breakpoint
CREATE INDEX "users_type_index" ON "users" USING btree ("type","name");
--> statement-breakpoint
CREATE INDEX "users_french" ON "users" USING btree ("name" collate "french","id") WHERE "users"."phone" is not null;
--> statement-breakpoint
CREATE INDEX "users_type_french" ON "users" USING btree ("type","name" collate "french","id") WHERE "users"."phone" is not null;
--> statement-breakpoint
CREATE INDEX "users_inactive_french" ON "users" USING btree ("name" collate "french","id") WHERE "users"."phone" is not null and not "users"."active";
--> statement-breakpoint
CREATE INDEX "users_trigrams" ON "users" USING gin ("folded_name" gin_trgm_ops,"email" gin_trgm_ops,"phone" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consultation_messages" ADD CONSTRAINT "consultation_messages_consultation_id_consultations_id_fk" FOREIGN KEY ("consultation_id") REFERENCES "public"."consultations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consultation_messages" ADD CONSTRAINT "consultation_messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consultation_messages" ADD CONSTRAINT "consultation_messages_file_key_files_key_fk" FOREIGN KEY ("file_key") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consultation_messages" ADD CONSTRAINT "consultation_messages_prescription_id_prescriptions_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consultations" ADD CONSTRAINT "consultations_patient_id_users_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consultations" ADD CONSTRAINT "consultations_doctor_id_users_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD CONSTRAINT "insurance_cards_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD CONSTRAINT "insurance_cards_file_key_files_key_fk" FOREIGN KEY ("file_key") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "insurance_cards" ADD CONSTRAINT "insurance_cards_checked_by_id_users_id_fk" FOREIGN KEY ("checked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refused_cards" ADD CONSTRAINT "refused_cards_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "medications" ADD CONSTRAINT "medications_checked_by_id_users_id_fk" FOREIGN KEY ("checked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "medications" ADD CONSTRAINT "medications_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_names_id_users_id_fk" FOREIGN KEY ("names_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_wished_pharmacy_id_users_id_fk" FOREIGN KEY ("wished_pharmacy_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_person_id_users_id_fk" FOREIGN KEY ("delivery_person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_agent_id_users_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_items_written_by_id_users_id_fk" FOREIGN KEY ("items_written_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_prescription_id_prescriptions_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_prescription_url_files_key_fk" FOREIGN KEY ("prescription_url") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_card_url_files_key_fk" FOREIGN KEY ("card_url") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_held_by_id_users_id_fk" FOREIGN KEY ("held_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_prescription_id_prescriptions_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reviewed_by_id_users_id_fk" FOREIGN KEY ("reviewed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_beneficiary_id_users_id_fk" FOREIGN KEY ("beneficiary_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_beneficiary_id_users_id_fk" FOREIGN KEY ("beneficiary_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_return_journal_id_journals_id_fk" FOREIGN KEY ("return_journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_replaces_id_payouts_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "duty_shifts" ADD CONSTRAINT "duty_shifts_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_prescription_id_prescriptions_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prescription_watchers" ADD CONSTRAINT "prescription_watchers_prescription_id_prescriptions_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prescription_watchers" ADD CONSTRAINT "prescription_watchers_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_url_files_key_fk" FOREIGN KEY ("url") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_reserved_by_id_users_id_fk" FOREIGN KEY ("reserved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_settled_by_id_users_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stray_debits" ADD CONSTRAINT "stray_debits_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stray_debits" ADD CONSTRAINT "stray_debits_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_hash_sessions_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Orders and payments name each other, and so do orders and prescriptions: their modules would import each other.
ALTER TABLE orders ADD CONSTRAINT orders_payment FOREIGN KEY (payment_id, transaction_id) REFERENCES payments (id, transaction_id);
--> statement-breakpoint
ALTER TABLE prescriptions ADD CONSTRAINT prescriptions_used_by_id_orders_id_fk FOREIGN KEY (used_by_id) REFERENCES orders (id);
--> statement-breakpoint
-- Constraints that no mistake in the code can break: journals sum to zero, history is append-only, orders move by legal steps.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- Lines of the journal and openings of files may be deleted once they are five years old by the clock of the database, and never change
-- (decision 36).
CREATE FUNCTION keep_five_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '5 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER journals_append_only BEFORE UPDATE OR DELETE ON journals FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE ON order_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE ON payment_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION check_journal_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  balance bigint;
BEGIN
  SELECT coalesce(sum(amount_fcfa), 0) INTO balance FROM entries WHERE journal_id = NEW.journal_id;
  IF balance <> 0 THEN
    RAISE EXCEPTION 'journal % does not sum to zero: %', NEW.journal_id, balance USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER entries_balance AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal_balance();
--> statement-breakpoint
CREATE FUNCTION check_order_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('pre-treatment', 'pending'), ('pending', 'delivering'), ('delivering', 'delivered'), ('delivered', 'ended'),
    ('pre-treatment', 'cancelled'), ('pending', 'cancelled'), ('delivering', 'pending'), ('delivering', 'cancelled')
  ) THEN
    RAISE EXCEPTION 'illegal order move from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_legal_move BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION check_order_move();
--> statement-breakpoint
-- The items of an order and the sums on its row are written together; at commit they must agree. An erased order has no lines; its sums
-- stay, for the accounts (decision 75).
CREATE FUNCTION check_order_items() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted uuid;
  expected_sum bigint;
  expected_count integer;
  found_sum bigint;
  found_count integer;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN
    wanted := NEW.id;
  ELSE
    wanted := coalesce(NEW.order_id, OLD.order_id);
  END IF;
  SELECT CASE WHEN erased_at IS NULL THEN coalesce(medicines_fcfa, 0) ELSE 0 END, CASE WHEN erased_at IS NULL THEN items_count ELSE 0 END
    INTO expected_sum, expected_count FROM orders WHERE id = wanted;
  SELECT coalesce(sum(quantity::bigint * price_fcfa), 0), count(*) INTO found_sum, found_count
    FROM order_items WHERE order_id = wanted;
  IF expected_sum <> found_sum OR expected_count <> found_count THEN
    RAISE EXCEPTION 'order % does not add up: % for % items', wanted, found_sum, found_count USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_items_add_up AFTER INSERT OR UPDATE OR DELETE ON order_items
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_items();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_add_up AFTER INSERT OR UPDATE OF medicines_fcfa, items_count ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_items();
--> statement-breakpoint
-- A prescription and its order name each other, and nobody is paid more than is owed to them.

CREATE TRIGGER file_openings_append_only BEFORE UPDATE OR DELETE ON file_openings
  FOR EACH ROW EXECUTE FUNCTION keep_five_years();
--> statement-breakpoint
-- A cancelled order gives its prescription back.
CREATE FUNCTION refuse_other_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.used_by_id IS NULL AND EXISTS (SELECT FROM orders WHERE id = OLD.used_by_id AND state = 'cancelled') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'prescription % is used for good', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER prescriptions_use_stays BEFORE UPDATE ON prescriptions FOR EACH ROW
  WHEN (OLD.used_by_id IS NOT NULL AND NEW.used_by_id IS DISTINCT FROM OLD.used_by_id)
  EXECUTE FUNCTION refuse_other_use();
--> statement-breakpoint
CREATE FUNCTION refuse_other_prescription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % keeps its prescription', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_keep_prescription BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (OLD.prescription_id IS NOT NULL AND NEW.prescription_id IS DISTINCT FROM OLD.prescription_id)
  EXECUTE FUNCTION refuse_other_prescription();
--> statement-breakpoint
-- A cancelled order keeps its prescription, which another order may use.
CREATE FUNCTION check_prescription_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted uuid;
  broken boolean;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN
    wanted := NEW.prescription_id;
  ELSE
    wanted := NEW.id;
  END IF;
  SELECT p.used_by_id IS DISTINCT FROM
      (SELECT o.id FROM orders o WHERE o.prescription_id = p.id AND o.state NOT IN ('pre-treatment', 'cancelled'))
    INTO broken FROM prescriptions p WHERE p.id = wanted;
  IF broken THEN
    RAISE EXCEPTION 'prescription % and its order do not agree', wanted USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_use_prescription AFTER INSERT OR UPDATE OF state, prescription_id ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.prescription_id IS NOT NULL)
  EXECUTE FUNCTION check_prescription_use();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER prescriptions_used_by_order AFTER INSERT OR UPDATE OF used_by_id ON prescriptions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_prescription_use();
--> statement-breakpoint
-- A payout that did not arrive may be paid again, so its account counts with the partner's.
CREATE FUNCTION check_not_overpaid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  balance bigint;
BEGIN
  SELECT sum(amount_fcfa) INTO balance FROM entries
    -- Said so, the index serves; `IS NOT DISTINCT FROM` would read everybody's.
    WHERE (account = NEW.account OR (NEW.account = 'partner' AND account = 'returned'))
      AND (beneficiary_id = NEW.beneficiary_id OR (beneficiary_id IS NULL AND NEW.beneficiary_id IS NULL));
  IF balance > 0 THEN
    RAISE EXCEPTION 'account % is overpaid by %', NEW.account, balance USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER entries_not_overpaid AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.account IN ('platform', 'partner') AND NEW.amount_fcfa > 0)
  EXECUTE FUNCTION check_not_overpaid();
--> statement-breakpoint
-- Keeps the place of a pharmacy's account, and deletes it when the account has another type. Only a former pharmacy deletes:
-- a DELETE without rows would be announced to everybody after every change of any account.
CREATE FUNCTION keep_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.type = 'pharmacy' AND NEW.phone IS NOT NULL THEN
    INSERT INTO places (id, account_id, name, latitude, longitude, phone, address, on_duty, active, is_partner)
    VALUES (NEW.id, NEW.id, NEW.name, NEW.latitude, NEW.longitude, NEW.phone, NEW.address, NEW.on_duty, NEW.active, NEW.is_partner)
    ON CONFLICT (account_id) DO UPDATE SET
      name = excluded.name, latitude = excluded.latitude, longitude = excluded.longitude, phone = excluded.phone,
      address = excluded.address, on_duty = excluded.on_duty, active = excluded.active, is_partner = excluded.is_partner;
  ELSIF TG_OP = 'UPDATE' AND OLD.type = 'pharmacy' THEN
    DELETE FROM places WHERE account_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_keep_place
  AFTER INSERT OR UPDATE OF type, name, phone, address, latitude, longitude, on_duty, active, is_partner ON users
  FOR EACH ROW EXECUTE FUNCTION keep_place();
--> statement-breakpoint
-- The columns that a place shares with its account are changed in the account; the place follows.
CREATE FUNCTION refuse_other_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM users u WHERE u.id = NEW.account_id
      AND (u.name, u.latitude, u.longitude, u.phone, u.address, u.on_duty, u.active, u.is_partner)
        IS NOT DISTINCT FROM
        (NEW.name, NEW.latitude, NEW.longitude, NEW.phone, NEW.address, NEW.on_duty, NEW.active, NEW.is_partner)
  ) THEN
    RAISE EXCEPTION 'place % says other things than its account', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER places_as_account AFTER INSERT OR UPDATE ON places
  FOR EACH ROW WHEN (NEW.account_id IS NOT NULL) EXECUTE FUNCTION refuse_other_place();
--> statement-breakpoint
-- Announces changed rows on the channel `changes`. PostgreSQL delivers it when the transaction commits, and drops it when the
-- transaction is rolled back (decision 23). Arguments: the columns that name the people concerned.
CREATE FUNCTION announce_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  after_row jsonb := CASE WHEN tg_op = 'DELETE' THEN '{}'::jsonb ELSE to_jsonb(new) END;
  before_row jsonb := CASE WHEN tg_op = 'INSERT' THEN '{}'::jsonb ELSE to_jsonb(old) END;
  people jsonb;
BEGIN
  SELECT coalesce(jsonb_agg(DISTINCT person), '[]'::jsonb) INTO people
    FROM unnest(tg_argv) AS field, LATERAL (VALUES (after_row ->> field), (before_row ->> field)) AS found(person)
    WHERE person IS NOT NULL;
  PERFORM pg_notify('changes', jsonb_build_object(
    'table', tg_table_name, 'op', lower(tg_op), 'people', people,
    'id', coalesce(after_row ->> 'id', before_row ->> 'id'))::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- For tables that imports change by the thousand: one announcement per transaction, without the rows.
CREATE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', jsonb_build_object('table', tg_table_name, 'op', 'update', 'people', '[]'::jsonb, 'id', NULL)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "orders"
  FOR EACH ROW EXECUTE FUNCTION announce_row('customer_id', 'pharmacy_id', 'delivery_person_id', 'agent_id');
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "prescriptions"
  FOR EACH ROW EXECUTE FUNCTION announce_row('author_id');
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT ON "entries"
  FOR EACH ROW EXECUTE FUNCTION announce_row('beneficiary_id');
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON "insurance_cards"
  FOR EACH ROW EXECUTE FUNCTION announce_row('owner_id');
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON "notifications"
  FOR EACH ROW EXECUTE FUNCTION announce_row('user_id');
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "users"
  FOR EACH ROW EXECUTE FUNCTION announce_row('id');
--> statement-breakpoint
CREATE TRIGGER announce AFTER DELETE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION announce_row('user_id');
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "medications"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "zones"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "places"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "duty_shifts"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
-- A consultation is never given to a second doctor or reopened, and its messages have no gap.
CREATE FUNCTION check_consultation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.patient_id <> OLD.patient_id OR (OLD.doctor_id IS NOT NULL AND NEW.doctor_id IS DISTINCT FROM OLD.doctor_id) THEN
    RAISE EXCEPTION 'consultation % keeps its people', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (('pending', 'active'), ('active', 'completed')) THEN
    RAISE EXCEPTION 'illegal consultation move from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.last_seq < OLD.last_seq OR NEW.patient_read_seq < OLD.patient_read_seq
    OR NEW.doctor_read_seq < OLD.doctor_read_seq THEN
    RAISE EXCEPTION 'consultation % does not go back', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER consultations_legal_change BEFORE UPDATE ON consultations FOR EACH ROW
  EXECUTE FUNCTION check_consultation_change();
--> statement-breakpoint
CREATE FUNCTION refuse_consultation_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'consultation % is a record', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER consultations_remain BEFORE DELETE ON consultations FOR EACH ROW
  WHEN (OLD.status <> 'pending' AND (OLD.completed_at IS NULL OR OLD.completed_at > now() - interval '11 months'))
  EXECUTE FUNCTION refuse_consultation_removal();
--> statement-breakpoint
CREATE TRIGGER consultation_messages_append_only BEFORE UPDATE ON consultation_messages FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A message is deleted only with its consultation.
CREATE FUNCTION refuse_message_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM consultations WHERE id = OLD.consultation_id) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER consultation_messages_remain BEFORE DELETE ON consultation_messages FOR EACH ROW
  EXECUTE FUNCTION refuse_message_removal();
--> statement-breakpoint
-- At commit: each message has one before it that is not the closing line, and is by one of the two people.
CREATE FUNCTION check_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  chat consultations%ROWTYPE;
BEGIN
  SELECT * INTO chat FROM consultations WHERE id = NEW.consultation_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF NEW.seq > chat.last_seq OR (NEW.seq > 1 AND NOT EXISTS (
      SELECT FROM consultation_messages m WHERE m.consultation_id = NEW.consultation_id AND m.seq = NEW.seq - 1
        AND m.line IS DISTINCT FROM 'completed' AND m.line IS DISTINCT FROM 'closed')) THEN
    RAISE EXCEPTION 'message % of consultation % is out of order', NEW.seq, NEW.consultation_id
      USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.sender_type = 'patient' AND NEW.sender_id <> chat.patient_id)
    OR (NEW.sender_type = 'doctor' AND NEW.sender_id IS DISTINCT FROM chat.doctor_id) THEN
    RAISE EXCEPTION 'message % of consultation % is by neither of the two', NEW.seq, NEW.consultation_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER consultation_messages_in_order AFTER INSERT ON consultation_messages
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_message();
--> statement-breakpoint
-- At commit: the last number is that of a message.
CREATE FUNCTION check_last_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted integer;
BEGIN
  SELECT last_seq INTO wanted FROM consultations WHERE id = NEW.id;
  IF FOUND AND NOT EXISTS (
      SELECT FROM consultation_messages m WHERE m.consultation_id = NEW.id AND m.seq = wanted) THEN
    RAISE EXCEPTION 'consultation % has no message %', NEW.id, wanted USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER consultations_have_last_message AFTER INSERT OR UPDATE OF last_seq ON consultations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_last_message();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "consultations"
  FOR EACH ROW EXECUTE FUNCTION announce_row('patient_id', 'doctor_id');
--> statement-breakpoint
-- The first message and the system lines also announce that a request was made, offered again, accepted or ended.
CREATE TRIGGER announce AFTER INSERT ON "consultation_messages"
  FOR EACH ROW EXECUTE FUNCTION announce_row();
--> statement-breakpoint
-- Each change of the catalogue leaves a row of its own and deletes earlier ones. Those of an open transaction are neither
-- seen nor waited for, so an import does not block other changes.
CREATE FUNCTION note_medication_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted bigint;
BEGIN
  INSERT INTO medication_changes DEFAULT VALUES RETURNING id INTO noted;
  DELETE FROM medication_changes
    WHERE id IN (SELECT id FROM medication_changes WHERE id < noted FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER medications_note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "medications"
  FOR EACH STATEMENT EXECUTE FUNCTION note_medication_change();
--> statement-breakpoint
-- Adds the changes to the counts. Run now and then by a trigger, in one transaction at a time.
CREATE FUNCTION fold_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('fold_counts', 0)) THEN RETURN; END IF;
  WITH gone AS (DELETE FROM count_changes RETURNING *)
  INSERT INTO counts AS c (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa)
  SELECT scope, user_id, state, sum(n), sum(medicines_fcfa), sum(commission_fcfa), sum(delivery_fees_fcfa), sum(paid_fcfa) FROM gone GROUP BY 1, 2, 3
  ON CONFLICT (scope, user_id, state) DO UPDATE SET n = c.n + excluded.n, medicines_fcfa = c.medicines_fcfa + excluded.medicines_fcfa,
    commission_fcfa = c.commission_fcfa + excluded.commission_fcfa, delivery_fees_fcfa = c.delivery_fees_fcfa + excluded.delivery_fees_fcfa,
    paid_fcfa = c.paid_fcfa + excluded.paid_fcfa;
  WITH gone AS (DELETE FROM day_count_changes RETURNING *), lines AS (
    SELECT day, zone_id, state, n, paid_fcfa, commission_fcfa FROM gone
    UNION ALL SELECT day, 'ffffffff-ffff-ffff-ffff-ffffffffffff', state, n, paid_fcfa, commission_fcfa FROM gone
      WHERE zone_id NOT IN ('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  )
  INSERT INTO day_counts AS c (day, zone_id, state, n, paid_fcfa, commission_fcfa)
  SELECT day, zone_id, state, sum(n), sum(paid_fcfa), sum(commission_fcfa) FROM lines GROUP BY 1, 2, 3
  ON CONFLICT (day, zone_id, state) DO UPDATE SET n = c.n + excluded.n, paid_fcfa = c.paid_fcfa + excluded.paid_fcfa,
    commission_fcfa = c.commission_fcfa + excluded.commission_fcfa;
END $$;
--> statement-breakpoint
-- An agent sees the orders that they wrote, those that wait for them, and those that wait for any agent: each once.
CREATE FUNCTION count_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  inserted bigint;
BEGIN
  INSERT INTO count_changes (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa)
  SELECT k.scope, k.user_id, k.state, sum(o.sign), coalesce(sum(o.sign * o.medicines), 0), coalesce(sum(o.sign * o.commission), 0),
    sum(o.sign * o.delivery_fee), sum(o.sign * o.paid)
  FROM (VALUES
    (1, new.state, new.pharmacy_id, new.delivery_person_id, new.agent_id, new.items_written_by_id, new.medicines_fcfa, new.commission_fcfa, new.delivery_fee_fcfa, new.paid_fcfa, new.ended_at),
    (-1, old.state, old.pharmacy_id, old.delivery_person_id, old.agent_id, old.items_written_by_id, old.medicines_fcfa, old.commission_fcfa, old.delivery_fee_fcfa, old.paid_fcfa, old.ended_at)
  ) AS o (sign, state, pharmacy_id, delivery_person_id, agent_id, items_written_by_id, medicines, commission, delivery_fee, paid, ended_at),
  LATERAL (VALUES
    ('orders', '00000000-0000-0000-0000-000000000000'::uuid, o.state),
    ('pharmacy', o.pharmacy_id, o.state),
    ('pharmacyMonth', CASE WHEN o.ended_at IS NOT NULL THEN o.pharmacy_id END, to_char(o.ended_at AT TIME ZONE 'Africa/Porto-Novo', 'YYYY-MM')),
    ('deliveryPerson', o.delivery_person_id, o.state),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS NULL THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE o.items_written_by_id END, o.state),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS DISTINCT FROM o.items_written_by_id THEN o.agent_id END, o.state)
  ) AS k (scope, user_id, state)
  WHERE o.state IS NOT NULL AND k.user_id IS NOT NULL
  GROUP BY 1, 2, 3
  HAVING (sum(o.sign), coalesce(sum(o.sign * o.medicines), 0), coalesce(sum(o.sign * o.commission), 0), sum(o.sign * o.delivery_fee),
    sum(o.sign * o.paid)) <> (0, 0, 0, 0, 0);
  GET DIAGNOSTICS inserted = ROW_COUNT;
  IF tg_op <> 'UPDATE' OR (new.state, new.zone_id, new.paid_fcfa, new.commission_fcfa) IS DISTINCT FROM (old.state, old.zone_id, old.paid_fcfa, old.commission_fcfa) THEN
    INSERT INTO day_count_changes (day, zone_id, state, n, paid_fcfa, commission_fcfa)
    SELECT (o.created_at AT TIME ZONE 'Africa/Porto-Novo')::date, o.zone_id, o.state, o.sign, o.sign * o.paid, o.sign * coalesce(o.commission, 0)
    FROM (VALUES (1, new.created_at, new.zone_id, new.state, new.paid_fcfa, new.commission_fcfa),
        (-1, old.created_at, old.zone_id, old.state, old.paid_fcfa, old.commission_fcfa))
      AS o (sign, created_at, zone_id, state, paid, commission)
    WHERE o.state IS NOT NULL;
  END IF;
  -- Every 500 changes, so that few rows are summed for a list.
  IF inserted > 0 THEN
    IF currval('count_changes_id_seq') % 500 < inserted THEN PERFORM fold_counts(); END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_prescription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO count_changes (scope, user_id, state, n)
  SELECT k.scope, k.user_id, CASE WHEN p.used_by_id IS NULL THEN 'unused' ELSE 'used' END, sum(p.sign)
  FROM (VALUES (1, new.author_id, new.reader_id, new.used_by_id, new.deleted_at),
      (-1, old.author_id, old.reader_id, old.used_by_id, old.deleted_at)) AS p (sign, author_id, reader_id, used_by_id, deleted_at),
    LATERAL (VALUES ('prescriptions', '00000000-0000-0000-0000-000000000000'::uuid), ('author', p.author_id), ('reader', p.reader_id))
      AS k (scope, user_id)
  WHERE p.author_id IS NOT NULL AND k.user_id IS NOT NULL AND p.deleted_at IS NULL
  GROUP BY 1, 2, 3 HAVING sum(p.sign) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The row of a removed user remains, without a phone.
CREATE FUNCTION count_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO count_changes (scope, user_id, state, n)
  SELECT 'users', '00000000-0000-0000-0000-000000000000'::uuid, u.type || CASE WHEN u.active THEN ' active' ELSE ' inactive' END, sum(u.sign)
  FROM (VALUES (1, new.type, new.active, new.phone), (-1, old.type, old.active, old.phone)) AS u (sign, type, active, phone)
  WHERE u.phone IS NOT NULL
  GROUP BY 3 HAVING sum(u.sign) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An order is delivered once; its payment was settled before.
CREATE FUNCTION count_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_count_changes (day, zone_id, state, n)
  SELECT (o.created_at AT TIME ZONE 'Africa/Porto-Novo')::date, '00000000-0000-0000-0000-000000000000', round(extract(epoch FROM new.at - p.settled_at) / 60)::text, 1
  FROM orders o JOIN payments p ON p.id = o.payment_id WHERE o.id = new.order_id AND p.settled_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION uncount_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM counts WHERE scope = ANY (tg_argv);
  DELETE FROM count_changes WHERE scope = ANY (tg_argv);
  IF tg_table_name = 'orders' THEN
    DELETE FROM day_counts;
    DELETE FROM day_count_changes;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT OR DELETE OR UPDATE OF type, active, phone ON "users" FOR EACH ROW EXECUTE FUNCTION count_user();
--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT ON "order_events" FOR EACH ROW WHEN (new.action = 'mark-delivered') EXECUTE FUNCTION count_delivery();
--> statement-breakpoint
CREATE TRIGGER count_none AFTER TRUNCATE ON "users" EXECUTE FUNCTION uncount_all('users');
--> statement-breakpoint
CREATE VIEW count_lines AS
  SELECT scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa FROM counts
  UNION ALL SELECT scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa FROM count_changes;
--> statement-breakpoint
CREATE VIEW day_count_lines AS
  SELECT day, zone_id, state, n, paid_fcfa, commission_fcfa FROM day_counts WHERE zone_id <> 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  UNION ALL SELECT day, zone_id, state, n, paid_fcfa, commission_fcfa FROM day_count_changes WHERE zone_id <> 'ffffffff-ffff-ffff-ffff-ffffffffffff';
--> statement-breakpoint
CREATE VIEW day_total_lines AS
  SELECT day, state, n, paid_fcfa, commission_fcfa FROM day_counts WHERE zone_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  UNION ALL SELECT day, state, n, paid_fcfa, commission_fcfa FROM day_count_changes WHERE zone_id <> '00000000-0000-0000-0000-000000000000';
--> statement-breakpoint
-- The difference between the counts and a count of all rows, normally empty. Appended to the changes, it corrects them, also while
-- orders change.
CREATE VIEW count_drift AS
  SELECT scope, user_id, state, sum(n) AS n, sum(medicines) AS medicines_fcfa, sum(commission) AS commission_fcfa,
    sum(delivery_fees) AS delivery_fees_fcfa, sum(paid) AS paid_fcfa
  FROM (
    SELECT k.scope, k.user_id, k.state, 1::bigint AS n, coalesce(o.medicines_fcfa, 0)::bigint AS medicines, coalesce(o.commission_fcfa, 0)::bigint AS commission,
        o.delivery_fee_fcfa::bigint AS delivery_fees, o.paid_fcfa::bigint AS paid
      FROM orders o, LATERAL (VALUES
    ('orders', '00000000-0000-0000-0000-000000000000'::uuid, o.state),
    ('pharmacy', o.pharmacy_id, o.state),
    ('pharmacyMonth', CASE WHEN o.ended_at IS NOT NULL THEN o.pharmacy_id END, to_char(o.ended_at AT TIME ZONE 'Africa/Porto-Novo', 'YYYY-MM')),
    ('deliveryPerson', o.delivery_person_id, o.state),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS NULL THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE o.items_written_by_id END, o.state),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS DISTINCT FROM o.items_written_by_id THEN o.agent_id END, o.state)
      ) AS k (scope, user_id, state) WHERE k.user_id IS NOT NULL
    UNION ALL SELECT k.scope, k.user_id, CASE WHEN p.used_by_id IS NULL THEN 'unused' ELSE 'used' END, 1, 0, 0, 0, 0
      FROM prescriptions p,
        LATERAL (VALUES ('prescriptions', '00000000-0000-0000-0000-000000000000'::uuid), ('author', p.author_id), ('reader', p.reader_id)) AS k (scope, user_id)
      WHERE p.deleted_at IS NULL AND k.user_id IS NOT NULL
    UNION ALL SELECT 'users', '00000000-0000-0000-0000-000000000000'::uuid, u.type || CASE WHEN u.active THEN ' active' ELSE ' inactive' END, 1, 0, 0, 0, 0 FROM users u WHERE u.phone IS NOT NULL
    UNION ALL SELECT scope, user_id, state, -n, -medicines_fcfa, -commission_fcfa, -delivery_fees_fcfa, -paid_fcfa FROM count_lines
  ) c
  GROUP BY 1, 2, 3
  HAVING (sum(n), sum(medicines), sum(commission), sum(delivery_fees), sum(paid)) <> (0, 0, 0, 0, 0);
--> statement-breakpoint
CREATE VIEW day_count_drift AS
  SELECT day, zone_id, state, sum(n) AS n, sum(paid) AS paid_fcfa, sum(commission) AS commission_fcfa
  FROM (
    SELECT (created_at AT TIME ZONE 'Africa/Porto-Novo')::date AS day, zone_id, state, 1::bigint AS n, paid_fcfa::bigint AS paid,
        coalesce(commission_fcfa, 0)::bigint AS commission FROM orders
    UNION ALL SELECT (o.created_at AT TIME ZONE 'Africa/Porto-Novo')::date, '00000000-0000-0000-0000-000000000000', round(extract(epoch FROM e.at - p.settled_at) / 60)::text, 1, 0, 0
      FROM order_events e JOIN orders o ON o.id = e.order_id JOIN payments p ON p.id = o.payment_id
      WHERE e.action = 'mark-delivered' AND p.settled_at IS NOT NULL
    UNION ALL SELECT day, zone_id, state, -n, -paid_fcfa, -commission_fcfa FROM day_count_lines
    -- A correction of a zone corrects the total with it: this is what they differ by before.
    UNION ALL SELECT day, 'ffffffff-ffff-ffff-ffff-ffffffffffff', state, n, paid_fcfa, commission_fcfa FROM day_count_lines WHERE zone_id <> '00000000-0000-0000-0000-000000000000'
    UNION ALL SELECT day, 'ffffffff-ffff-ffff-ffff-ffffffffffff', state, -n, -paid_fcfa, -commission_fcfa FROM day_total_lines
  ) c
  GROUP BY 1, 2, 3
  HAVING (sum(n), sum(paid), sum(commission)) <> (0, 0, 0);
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR DELETE ON "payments"
  FOR EACH ROW EXECUTE FUNCTION announce_row('customer_id');
--> statement-breakpoint
CREATE FUNCTION note_reader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE prescriptions SET reader_id = nullif(new.items_written_by_id, author_id)
  WHERE id = new.prescription_id AND reader_id IS DISTINCT FROM nullif(new.items_written_by_id, author_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_reader AFTER INSERT OR UPDATE OF prescription_id, items_written_by_id ON "orders" FOR EACH ROW
  WHEN (new.prescription_id IS NOT NULL) EXECUTE FUNCTION note_reader();
--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT OR DELETE OR UPDATE OF author_id, reader_id, used_by_id, deleted_at ON "prescriptions" FOR EACH ROW EXECUTE FUNCTION count_prescription();
--> statement-breakpoint
CREATE TRIGGER count_none AFTER TRUNCATE ON "prescriptions" EXECUTE FUNCTION uncount_all('prescriptions', 'author', 'reader');
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "duty_lists"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
-- The order that a refund pays back shows it, so it is announced too.
CREATE FUNCTION announce_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', jsonb_build_object(
    'table', 'refunds', 'op', lower(tg_op), 'people', jsonb_build_array(new.customer_id), 'id', new.id)::text);
  IF new.order_id IS NOT NULL THEN
    PERFORM pg_notify('changes', jsonb_build_object(
      'table', 'orders', 'op', 'update', 'people', jsonb_build_array(new.customer_id), 'id', new.order_id)::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT ON "refunds" FOR EACH ROW EXECUTE FUNCTION announce_refund();
--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON "refunds" FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION announce_refund();
--> statement-breakpoint
-- No line of the journal changes; timelines are copied into it.
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION keep_five_years();
--> statement-breakpoint
CREATE TRIGGER audit_not_truncated BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
REVOKE UPDATE, TRUNCATE ON audit FROM PUBLIC, CURRENT_USER;
--> statement-breakpoint
CREATE FUNCTION audit_order_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit (id, at, actor_id, actor_type, action, subject_kind, subject_id, customer_id, details)
  SELECT e.id, e.at, u.id, u.type, 'progress', 'order', e.order_id::text, o.customer_id,
    jsonb_strip_nulls(jsonb_build_object('event', e.action, 'from', e.from_value, 'to', e.to_value))
  FROM added e JOIN orders o ON o.id = e.order_id LEFT JOIN users u ON u.id = e.actor_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_events_audited AFTER INSERT ON order_events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION audit_order_events();
--> statement-breakpoint
-- A payout that is done or failed never changes; only the number it went to is erased, with its account.
CREATE FUNCTION payouts_settled_stay() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if old.state in ('done', 'failed') and (tg_op = 'DELETE' or to_jsonb(new) - 'phone' is distinct from to_jsonb(old) - 'phone') then
    raise exception 'a settled payout does not change' using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
--> statement-breakpoint
CREATE TRIGGER payouts_settled_stay BEFORE UPDATE OR DELETE ON payouts FOR EACH ROW EXECUTE FUNCTION payouts_settled_stay();
--> statement-breakpoint
-- A payment that enters or leaves review is announced as `reviews`, which supervisors listen to; any other change only to its
-- customer, so that a payment that succeeds reaches nobody else.
CREATE FUNCTION announce_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', jsonb_build_object(
    'table', CASE
      WHEN (old.status = 'review' AND old.reviewed_at IS NULL) IS DISTINCT FROM (new.status = 'review' AND new.reviewed_at IS NULL)
      THEN 'reviews' ELSE 'payments' END,
    'op', lower(tg_op), 'people', jsonb_build_array(new.customer_id), 'id', new.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Changes of a payment that no screen shows, such as the URL of its portal, are not announced: transactions that announce commit
-- one after the other (decision 23).
CREATE TRIGGER announce_update AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN ((old.status, old.order_id, old.basket_id, old.review_reason, old.reviewed_at)
    IS DISTINCT FROM (new.status, new.order_id, new.basket_id, new.review_reason, new.reviewed_at))
  EXECUTE FUNCTION announce_payment();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "stray_debits"
  FOR EACH ROW EXECUTE FUNCTION announce_row();
--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT OR DELETE OR UPDATE OF state, pharmacy_id, delivery_person_id, agent_id, items_written_by_id, zone_id, medicines_fcfa, commission_fcfa, delivery_fee_fcfa, paid_fcfa, ended_at
  ON "orders" FOR EACH ROW EXECUTE FUNCTION count_order();
--> statement-breakpoint
CREATE TRIGGER count_none AFTER TRUNCATE ON "orders" EXECUTE FUNCTION uncount_all('orders', 'pharmacy', 'pharmacyMonth', 'deliveryPerson', 'agent');
--> statement-breakpoint
-- Whoever changes a password, by whichever way, no longer trusts the devices that knew it (rule 22).
CREATE FUNCTION forget_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM known_devices WHERE user_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_forget_devices AFTER UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (old.password_hash IS DISTINCT FROM new.password_hash) EXECUTE FUNCTION forget_devices();
--> statement-breakpoint
-- Counts of a minute are not worth the log of PostgreSQL.
ALTER TABLE counted_calls SET UNLOGGED;
