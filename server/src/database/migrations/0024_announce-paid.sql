-- Changes of a payment that nobody sees, such as the address of its portal, are not announced: transactions that announce
-- commit one after the other (decision 23).
DROP TRIGGER announce ON "payments";--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR DELETE ON "payments"
  FOR EACH ROW EXECUTE FUNCTION announce_row('customer_id');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN ((old.status, old.order_id, old.basket_id, old.review_reason) IS DISTINCT FROM (new.status, new.order_id, new.basket_id, new.review_reason))
  EXECUTE FUNCTION announce_row('customer_id');
