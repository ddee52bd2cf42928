CREATE TABLE "patient_names" (
	"folded_name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "patient_names_trigrams" ON "patient_names" USING gin ("folded_name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "prescriptions_patient" ON "prescriptions" USING btree ("folded_name","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"used_by_id","deleted_at");--> statement-breakpoint
CREATE FUNCTION keep_patient_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    DELETE FROM patient_names;
    RETURN NULL;
  END IF;
  IF tg_op <> 'DELETE' THEN
    LOOP
      INSERT INTO patient_names (folded_name) VALUES (new.folded_name) ON CONFLICT DO NOTHING;
      -- Until the end of the transaction, whoever would delete the name waits. It may have been deleted since the insertion.
      PERFORM FROM patient_names WHERE folded_name = new.folded_name FOR KEY SHARE;
      EXIT WHEN FOUND;
    END LOOP;
  END IF;
  IF tg_op <> 'INSERT' THEN
    -- Waits for those who have added the name; the next statement sees their prescriptions.
    PERFORM FROM patient_names WHERE folded_name = old.folded_name FOR UPDATE;
    DELETE FROM patient_names n WHERE n.folded_name = old.folded_name
      AND NOT EXISTS (SELECT FROM prescriptions p WHERE p.folded_name = n.folded_name);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER patient_names AFTER INSERT OR DELETE ON "prescriptions" FOR EACH ROW EXECUTE FUNCTION keep_patient_names();--> statement-breakpoint
CREATE TRIGGER patient_names_change AFTER UPDATE ON "prescriptions" FOR EACH ROW
  WHEN (old.folded_name IS DISTINCT FROM new.folded_name) EXECUTE FUNCTION keep_patient_names();--> statement-breakpoint
CREATE TRIGGER patient_names_none AFTER TRUNCATE ON "prescriptions" EXECUTE FUNCTION keep_patient_names();--> statement-breakpoint
INSERT INTO "patient_names" SELECT DISTINCT "folded_name" FROM "prescriptions";