-- A prescription and its order point at each other, once and for ever; nobody is paid more than is owed to them.

CREATE TRIGGER file_openings_append_only BEFORE UPDATE OR DELETE ON file_openings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION refuse_other_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
-- Attached while an order waits for its payment, used from then on: both rows say so at commit.
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
      (SELECT o.id FROM orders o WHERE o.prescription_id = p.id AND o.state <> 'pre-treatment')
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
CREATE FUNCTION check_not_overpaid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  balance bigint;
BEGIN
  SELECT sum(amount_fcfa) INTO balance FROM entries
    -- Said so, the index serves; `IS NOT DISTINCT FROM` would read everybody's.
    WHERE account = NEW.account
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
