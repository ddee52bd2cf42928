CREATE TABLE "inquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"pharmacy_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"held_until" timestamp (3) with time zone,
	"taken_at" timestamp (3) with time zone,
	CONSTRAINT "inquiries_state" CHECK ("inquiries"."state" in ('asked', 'silent', 'answered', 'refused', 'lapsed', 'kept', 'found', 'ended')),
	CONSTRAINT "inquiries_round" CHECK ("inquiries"."round" >= 1),
	CONSTRAINT "inquiries_answered" CHECK (case when "inquiries"."answered_at" is null then "inquiries"."state" not in ('answered', 'refused', 'lapsed', 'kept') else "inquiries"."state" not in ('asked', 'silent') end),
	CONSTRAINT "inquiries_held" CHECK ("inquiries"."held_until" is null or "inquiries"."answered_at" is not null),
	CONSTRAINT "inquiries_taken" CHECK ("inquiries"."taken_at" is null or "inquiries"."held_until" is not null)
);
--> statement-breakpoint
CREATE TABLE "inquiry_lines" (
	"inquiry_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"medication_id" uuid NOT NULL,
	"label" text NOT NULL,
	"quantity" integer NOT NULL,
	"price_fcfa" integer NOT NULL,
	"known" text,
	"answer" text,
	"offered_id" uuid,
	"offered_label" text,
	"offered_price_fcfa" integer,
	"note" text,
	CONSTRAINT "inquiry_lines_inquiry_id_position_pk" PRIMARY KEY("inquiry_id","position"),
	CONSTRAINT "inquiry_lines_quantity" CHECK ("inquiry_lines"."quantity" between 1 and 999),
	CONSTRAINT "inquiry_lines_price" CHECK ("inquiry_lines"."price_fcfa" > 0 and "inquiry_lines"."offered_price_fcfa" > 0),
	CONSTRAINT "inquiry_lines_known" CHECK ("inquiry_lines"."known" is null or "inquiry_lines"."known" in ('list', 'confirmed') and "inquiry_lines"."answer" = 'there'),
	CONSTRAINT "inquiry_lines_answer" CHECK ("inquiry_lines"."answer" in ('there', 'other', 'equivalent', 'missing')),
	CONSTRAINT "inquiry_lines_offered" CHECK (case when "inquiry_lines"."answer" = 'equivalent' then num_nulls("inquiry_lines"."offered_id", "inquiry_lines"."offered_label", "inquiry_lines"."offered_price_fcfa") = 0
        when "inquiry_lines"."answer" = 'other' then num_nulls("inquiry_lines"."offered_id", "inquiry_lines"."offered_label") = 2 and "inquiry_lines"."offered_price_fcfa" is not null
        else num_nulls("inquiry_lines"."offered_id", "inquiry_lines"."offered_label", "inquiry_lines"."offered_price_fcfa", "inquiry_lines"."note") = 4 end),
	CONSTRAINT "inquiry_lines_note" CHECK (length(btrim("inquiry_lines"."note")) between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "sms_messages" DROP CONSTRAINT "sms_messages_kind";--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_lines" ADD CONSTRAINT "inquiry_lines_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_lines" ADD CONSTRAINT "inquiry_lines_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_lines" ADD CONSTRAINT "inquiry_lines_offered_id_medications_id_fk" FOREIGN KEY ("offered_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_pharmacy_once" ON "inquiries" USING btree ("order_id","round","pharmacy_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_one_kept" ON "inquiries" USING btree ("order_id") WHERE "inquiries"."state" = 'kept';--> statement-breakpoint
CREATE INDEX "inquiries_pharmacy" ON "inquiries" USING btree ("pharmacy_id","asked_at");--> statement-breakpoint
CREATE INDEX "inquiries_due" ON "inquiries" USING btree ("asked_at") WHERE "inquiries"."state" in ('asked', 'answered');--> statement-breakpoint
CREATE INDEX "inquiry_lines_medication" ON "inquiry_lines" USING btree ("medication_id","inquiry_id");--> statement-breakpoint
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_kind" CHECK ("sms_messages"."kind" in ('code', 'phone-changed', 'recall', 'paid', 'question', 'inquiry', 'found', 'on-the-way', 'delivered', 'answer'));
--> statement-breakpoint
-- Nobody has to answer for an order that is cancelled or paid, whatever did that. What was agreed to is kept by the payment itself.
CREATE FUNCTION end_inquiries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inquiries SET state = CASE WHEN NEW.state = 'cancelled' THEN 'ended' ELSE 'found' END
    WHERE order_id = NEW.id AND (state IN ('asked', 'silent') OR state IN ('answered', 'lapsed') AND (NEW.state = 'cancelled' OR taken_at IS NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER end_inquiries AFTER UPDATE OF state ON orders FOR EACH ROW
  WHEN (OLD.state = 'pre-treatment' AND NEW.state <> 'pre-treatment') EXECUTE FUNCTION end_inquiries();
--> statement-breakpoint
-- The pharmacy reads what it is asked, the order of its customer shows the answers.
CREATE FUNCTION announce_inquiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', jsonb_build_object('table', 'inquiries', 'op', 'update', 'id', NEW.order_id, 'people',
    jsonb_build_array(NEW.pharmacy_id, (SELECT customer_id FROM orders WHERE id = NEW.order_id)))::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON inquiries FOR EACH ROW EXECUTE FUNCTION announce_inquiry();
