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
END $$;--> statement-breakpoint
DROP TRIGGER announce_update ON "payments";--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN ((old.status, old.order_id, old.basket_id, old.review_reason, old.reviewed_at)
    IS DISTINCT FROM (new.status, new.order_id, new.basket_id, new.review_reason, new.reviewed_at))
  EXECUTE FUNCTION announce_payment();--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "stray_debits"
  FOR EACH ROW EXECUTE FUNCTION announce_row();
