CREATE TABLE "stock" (
	"pharmacy_id" uuid NOT NULL,
	"medication_id" uuid NOT NULL,
	"there" boolean NOT NULL,
	"price_fcfa" integer,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stock_pharmacy_id_medication_id_pk" PRIMARY KEY("pharmacy_id","medication_id"),
	CONSTRAINT "stock_price" CHECK ("stock"."price_fcfa" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pharmacy_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "stock_keys_name" CHECK (length(btrim("stock_keys"."name")) between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "stock_lists" (
	"pharmacy_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"read" integer NOT NULL,
	"unknown" integer NOT NULL,
	"refused" integer NOT NULL,
	"unknown_names" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_keys" ADD CONSTRAINT "stock_keys_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_lists" ADD CONSTRAINT "stock_lists_pharmacy_id_users_id_fk" FOREIGN KEY ("pharmacy_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_there" ON "stock" USING btree ("medication_id","seen_at") WHERE "stock"."there";--> statement-breakpoint
CREATE UNIQUE INDEX "stock_keys_hash_unique" ON "stock_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "stock_keys_pharmacy" ON "stock_keys" USING btree ("pharmacy_id","created_at");