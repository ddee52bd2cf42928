DROP INDEX "medications_words";--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "substances" text;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "substance_text" text;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "dosage" text;--> statement-breakpoint
CREATE INDEX "medications_words" ON "medications" USING gin (array_to_tsvector(array_remove(string_to_array("search_text" || ' ' || coalesce("substance_text", '') || ' #' || "form", ' '), ''))) WITH (fastupdate=false);--> statement-breakpoint
-- How common each word is decides between its index and the catalogue in French order.
ANALYZE "medications";
