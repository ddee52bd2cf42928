-- What no code may do, whatever its mistake: unbalanced money, rewritten history, an order that skips a state.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
    ('pre-treatment', 'pending'), ('pending', 'delivering'), ('delivering', 'delivered'), ('delivered', 'ended')
  ) THEN
    RAISE EXCEPTION 'illegal order move from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_legal_move BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION check_order_move();
--> statement-breakpoint
-- The items of an order and the sums on its row are written together; at commit they must agree.
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
  SELECT coalesce(medicines_fcfa, 0), items_count INTO expected_sum, expected_count FROM orders WHERE id = wanted;
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
ALTER TABLE orders ADD CONSTRAINT orders_payment FOREIGN KEY (payment_id) REFERENCES payments (id);
