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
	CONSTRAINT "substitutions_state" CHECK ("substitutions"."state" in ('checking', 'prescriber', 'asking', 'agreed', 'declined', 'refused', 'lapsed', 'ended')),
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
ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_lines_quantity";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_reason";--> statement-breakpoint
ALTER TABLE "sms_messages" DROP CONSTRAINT "sms_messages_kind";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "prescribed_id" uuid;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "prescribed_label" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "given_price_fcfa" integer;--> statement-breakpoint
ALTER TABLE "prescription_items" ADD COLUMN "fixed_reason" text;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_prescribed_id_medications_id_fk" FOREIGN KEY ("prescribed_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_proposed_by_id_users_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_checked_by_id_users_id_fk" FOREIGN KEY ("checked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_prescriber_id_users_id_fk" FOREIGN KEY ("prescriber_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_named_id_medications_id_fk" FOREIGN KEY ("named_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "substitutions" ADD CONSTRAINT "substitutions_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "substitutions_open" ON "substitutions" USING btree ("order_id") WHERE "substitutions"."state" in ('checking', 'prescriber', 'asking');--> statement-breakpoint
CREATE INDEX "substitutions_order" ON "substitutions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "substitutions_due" ON "substitutions" USING btree ("until") WHERE "substitutions"."state" in ('checking', 'prescriber', 'asking');--> statement-breakpoint
CREATE INDEX "substitutions_prescriber" ON "substitutions" USING btree ("prescriber_id") WHERE "substitutions"."state" = 'prescriber';--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_prescribed_id_medications_id_fk" FOREIGN KEY ("prescribed_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_substituted" CHECK (num_nulls("order_items"."prescribed_id", "order_items"."prescribed_label", "order_items"."given_price_fcfa") in (0, 3) and ("order_items"."prescribed_id" is null or "order_items"."prescribed_id" <> "order_items"."medication_id"));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_given_price" CHECK ("order_items"."given_price_fcfa" between 1 and "order_items"."price_fcfa");--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_fixed" CHECK ("prescription_items"."fixed_reason" in ('narrow', 'form', 'excipient'));--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_quantity" CHECK ("refund_lines"."quantity" between 0 and 999);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('unavailable', 'missing', 'damaged', 'wrong', 'other', 'cheaper'));--> statement-breakpoint
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_kind" CHECK ("sms_messages"."kind" in ('code', 'phone-changed', 'paid', 'question', 'on-the-way', 'delivered', 'answer'));
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
  UPDATE substitutions SET state = 'ended' WHERE order_id = NEW.id AND state IN ('checking', 'prescriber', 'asking');
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
