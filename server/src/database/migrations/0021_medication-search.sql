CREATE TABLE "medication_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "medication_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
-- Each change of the catalogue leaves a row of its own and deletes earlier ones. Those of an open transaction are neither
-- seen nor waited for, so an import does not block other changes.
CREATE FUNCTION note_medication_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted bigint;
BEGIN
  INSERT INTO medication_changes DEFAULT VALUES RETURNING id INTO noted;
  DELETE FROM medication_changes
    WHERE id IN (SELECT id FROM medication_changes WHERE id < noted FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER medications_note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "medications"
  FOR EACH STATEMENT EXECUTE FUNCTION note_medication_change();
--> statement-breakpoint
CREATE INDEX "medications_words" ON "medications" USING gin (array_to_tsvector(array_remove(string_to_array("search_text", ' '), ''))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "medications_french" ON "medications" USING btree ("label" collate "french","form","id") WHERE "medications"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "medications_orderable" ON "medications" USING btree ("label" collate "french","form","id") WHERE "medications"."deleted_at" is null and "medications"."reviewed" and "medications"."price_fcfa" > 0;--> statement-breakpoint
-- How common each word is decides between its index and the catalogue in French order.
ANALYZE "medications";
