-- Only an account that was a pharmacy has a place to delete. A delete without rows was announced too, to everybody, after
-- every change of any account.
CREATE OR REPLACE FUNCTION keep_place() RETURNS trigger LANGUAGE plpgsql AS $$
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
