ALTER TABLE "zones" ADD COLUMN "town" text DEFAULT 'Cotonou' NOT NULL;--> statement-breakpoint
ALTER TABLE "zones" ADD CONSTRAINT "zones_town" CHECK (length(btrim("zones"."town")) > 0);--> statement-breakpoint
-- « Abomey-Calavi – Godomey »: the label begins with the town, as in townIn.
UPDATE "zones" SET "town" = substring("label" from '^(.+?)\s+[–—-]\s') WHERE "label" ~ '^.+?\s+[–—-]\s';
