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
	CONSTRAINT "audit_action" CHECK ("audit"."action" in ('read', 'open', 'export', 'create', 'change', 'delete', 'progress', 'accept', 'complete', 'activate', 'deactivate', 'plan', 'import', 'settle', 'review', 'attach', 'refund', 'retry', 'refund-by-hand', 'pay-out', 'sign-in', 'lock-out', 'sign-out', 'end-sessions', 'use-recovery-code', 'change-password', 'reset-password', 'set-second-factor', 'remove-second-factor')),
	CONSTRAINT "audit_subject_kind" CHECK ("audit"."subject_kind" in ('order', 'prescription', 'consultation', 'file', 'card', 'user', 'medication', 'zone', 'pharmacy', 'duty', 'payment', 'refund', 'debit', 'payout', 'list', 'catalogue'))
);
--> statement-breakpoint
CREATE INDEX "audit_date" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit" USING btree ("subject_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_by_customer" ON "audit" USING btree ("customer_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "audit"."customer_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_once_an_hour" ON "audit" USING btree (coalesce("actor_id"::text, ''),"action","subject_id","hour") WHERE "audit"."hour" is not null;--> statement-breakpoint
-- Written by hand: no line of the journal changes; what the timelines and the openings of files say is copied into it.
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_not_truncated BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON audit FROM PUBLIC, CURRENT_USER;
--> statement-breakpoint
INSERT INTO audit (id, at, actor_id, actor_type, action, subject_kind, subject_id, customer_id, details)
SELECT e.id, e.at, u.id, u.type, 'progress', 'order', e.order_id::text, o.customer_id,
  jsonb_strip_nulls(jsonb_build_object('event', e.action, 'from', e.from_value, 'to', e.to_value))
FROM order_events e JOIN orders o ON o.id = e.order_id LEFT JOIN users u ON u.id = e.actor_id;
--> statement-breakpoint
INSERT INTO audit (id, at, actor_id, actor_type, action, subject_kind, subject_id, customer_id, details)
SELECT e.id, e.at, e.user_id, u.type,
  CASE e.part WHEN 'export' THEN 'export' WHEN 'caller' THEN 'read' ELSE 'open' END,
  CASE e.part WHEN 'export' THEN 'list' WHEN 'caller' THEN 'user' WHEN 'receipt' THEN 'order' ELSE e.part END,
  CASE e.part WHEN 'file' THEN coalesce(f.id::text, 'deleted') ELSE e.name END,
  CASE e.part WHEN 'caller' THEN e.name::uuid
    WHEN 'receipt' THEN (SELECT customer_id FROM orders WHERE id = e.name::uuid)
    WHEN 'prescription' THEN (SELECT customer_id FROM orders WHERE prescription_id = e.name::uuid ORDER BY created_at LIMIT 1)
    WHEN 'file' THEN coalesce(
      (SELECT id FROM users WHERE id = f.owner_id AND type = 'customer'),
      (SELECT o.customer_id FROM orders o LEFT JOIN prescriptions p ON p.id = o.prescription_id
        WHERE e.name IN (o.prescription_url, o.card_url, p.url) ORDER BY o.created_at LIMIT 1)) END,
  CASE e.part WHEN 'receipt' THEN '{"event": "receipt"}'::jsonb ELSE '{}'::jsonb END
FROM (SELECT id, at, user_id, split_part(object, ':', 1) AS part, substr(object, strpos(object, ':') + 1) AS name FROM file_openings) e
  LEFT JOIN users u ON u.id = e.user_id LEFT JOIN files f ON e.part = 'file' AND f.key = e.name;
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
