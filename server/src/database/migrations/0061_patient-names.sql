CREATE TABLE "patient_names" (
	"folded_name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "patient_names_trigrams" ON "patient_names" USING gin ("folded_name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "prescriptions_patient" ON "prescriptions" USING btree ("folded_name","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"used_by_id") WHERE "prescriptions"."deleted_at" is null;--> statement-breakpoint
CREATE FUNCTION keep_patient_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    DELETE FROM patient_names;
    RETURN NULL;
  END IF;
  IF tg_op = 'UPDATE' AND new.folded_name = old.folded_name THEN RETURN NULL; END IF;
  IF tg_op <> 'DELETE' THEN
    -- The update that changes nothing locks the name until the end of the transaction.
    INSERT INTO patient_names AS n (folded_name) VALUES (new.folded_name)
      ON CONFLICT (folded_name) DO UPDATE SET folded_name = n.folded_name;
  END IF;
  IF tg_op <> 'INSERT' THEN
    -- Waits for those who are adding the name to a prescription; the next statement then sees what they added.
    PERFORM FROM patient_names WHERE folded_name = old.folded_name FOR UPDATE;
    DELETE FROM patient_names n WHERE n.folded_name = old.folded_name
      AND NOT EXISTS (SELECT FROM prescriptions p WHERE p.folded_name = n.folded_name);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER patient_names AFTER INSERT OR DELETE OR UPDATE OF patient_name ON "prescriptions" FOR EACH ROW EXECUTE FUNCTION keep_patient_names();--> statement-breakpoint
CREATE TRIGGER patient_names_none AFTER TRUNCATE ON "prescriptions" EXECUTE FUNCTION keep_patient_names();--> statement-breakpoint
INSERT INTO "patient_names" SELECT DISTINCT "folded_name" FROM "prescriptions";