CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"zone_id" uuid NOT NULL,
	"sector" text,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "addresses_name" CHECK (length(btrim("addresses"."name")) between 1 and 40),
	CONSTRAINT "addresses_address" CHECK (length(btrim("addresses"."address")) between 1 and 300)
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_name_unique" ON "addresses" USING btree ("owner_id",lower("name"));