-- Pharmacies around a point.
CREATE EXTENSION IF NOT EXISTS cube;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS earthdistance;
--> statement-breakpoint
-- ll_to_earth, which up to PostgreSQL 15 finds its own functions by the caller's search path: the analyses that the server
-- starts by itself, and a restore, have none.
CREATE FUNCTION place_point(latitude double precision, longitude double precision) RETURNS cube
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public
  AS $$ SELECT ll_to_earth(latitude, longitude)::cube $$;
--> statement-breakpoint
CREATE TABLE "duty_shifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"place_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "duty_shifts_span" CHECK ("duty_shifts"."ends_at" > "duty_shifts"."starts_at" and "duty_shifts"."ends_at" - "duty_shifts"."starts_at" <= interval '31 days')
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"source_id" text,
	"name" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"phone" text,
	"address" text,
	"hours" text,
	"on_duty" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"is_partner" boolean DEFAULT false NOT NULL,
	CONSTRAINT "places_name" CHECK (length(btrim("places"."name")) > 0),
	CONSTRAINT "places_position" CHECK (("places"."latitude" is null) = ("places"."longitude" is null) and abs("places"."latitude") <= 90 and abs("places"."longitude") <= 180),
	CONSTRAINT "places_imported" CHECK ("places"."account_id" is not null or ("places"."source_id" is not null and "places"."latitude" is not null and "places"."active" and not "places"."is_partner"))
);
--> statement-breakpoint
ALTER TABLE "duty_shifts" ADD CONSTRAINT "duty_shifts_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "duty_shifts_unique" ON "duty_shifts" USING btree ("place_id","starts_at","ends_at");--> statement-breakpoint
CREATE INDEX "duty_shifts_end" ON "duty_shifts" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "places_account_unique" ON "places" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "places_source_unique" ON "places" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "places_point" ON "places" USING gist (place_point("latitude", "longitude"));
--> statement-breakpoint
-- An account of a pharmacy has its place, and the place says what the account says. Gone, or of another type, it has none.
CREATE FUNCTION keep_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.type = 'pharmacy' AND NEW.phone IS NOT NULL THEN
    INSERT INTO places (id, account_id, name, latitude, longitude, phone, address, on_duty, active, is_partner)
    VALUES (NEW.id, NEW.id, NEW.name, NEW.latitude, NEW.longitude, NEW.phone, NEW.address, NEW.on_duty, NEW.active, NEW.is_partner)
    ON CONFLICT (account_id) DO UPDATE SET
      name = excluded.name, latitude = excluded.latitude, longitude = excluded.longitude, phone = excluded.phone,
      address = excluded.address, on_duty = excluded.on_duty, active = excluded.active, is_partner = excluded.is_partner;
  ELSIF TG_OP = 'UPDATE' THEN
    DELETE FROM places WHERE account_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_keep_place
  AFTER INSERT OR UPDATE OF type, name, phone, address, latitude, longitude, on_duty, active, is_partner ON users
  FOR EACH ROW EXECUTE FUNCTION keep_place();
--> statement-breakpoint
INSERT INTO places (id, account_id, name, latitude, longitude, phone, address, on_duty, active, is_partner)
  SELECT id, id, name, latitude, longitude, phone, address, on_duty, active, is_partner
  FROM users WHERE type = 'pharmacy' AND phone IS NOT NULL;
--> statement-breakpoint
-- What an account says of its place is changed in the account: the place then follows, and never the other way round.
CREATE FUNCTION refuse_other_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM users u WHERE u.id = NEW.account_id
      AND (u.name, u.latitude, u.longitude, u.phone, u.address, u.on_duty, u.active, u.is_partner)
        IS NOT DISTINCT FROM
        (NEW.name, NEW.latitude, NEW.longitude, NEW.phone, NEW.address, NEW.on_duty, NEW.active, NEW.is_partner)
  ) THEN
    RAISE EXCEPTION 'place % says other things than its account', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER places_as_account AFTER INSERT OR UPDATE ON places
  FOR EACH ROW WHEN (NEW.account_id IS NOT NULL) EXECUTE FUNCTION refuse_other_place();
