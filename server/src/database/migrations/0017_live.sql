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
END $$;--> statement-breakpoint
-- For tables that imports change by the thousand: one announcement per transaction, without the rows.
CREATE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', jsonb_build_object('table', tg_table_name, 'op', 'update', 'people', '[]'::jsonb, 'id', NULL)::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "orders"
  FOR EACH ROW EXECUTE FUNCTION announce_row('customer_id', 'pharmacy_id', 'delivery_person_id', 'agent_id');--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "prescriptions"
  FOR EACH ROW EXECUTE FUNCTION announce_row('author_id');--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "payments"
  FOR EACH ROW EXECUTE FUNCTION announce_row('customer_id');--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT ON "entries"
  FOR EACH ROW EXECUTE FUNCTION announce_row('beneficiary_id');--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON "insurance_cards"
  FOR EACH ROW EXECUTE FUNCTION announce_row('owner_id');--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON "notifications"
  FOR EACH ROW EXECUTE FUNCTION announce_row('user_id');--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "users"
  FOR EACH ROW EXECUTE FUNCTION announce_row('id');--> statement-breakpoint
CREATE TRIGGER announce AFTER DELETE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION announce_row('user_id');--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "medications"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "zones"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "places"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "duty_shifts"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
