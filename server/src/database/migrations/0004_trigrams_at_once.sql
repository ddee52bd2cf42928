DROP INDEX "medications_trigrams";--> statement-breakpoint
CREATE INDEX "medications_trigrams" ON "medications" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);