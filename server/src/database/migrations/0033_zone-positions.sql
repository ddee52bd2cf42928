ALTER TABLE "zones" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "zones" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "zones" ADD CONSTRAINT "zones_position" CHECK (("zones"."latitude" is null) = ("zones"."longitude" is null) and abs("zones"."latitude") <= 90 and abs("zones"."longitude") <= 180);