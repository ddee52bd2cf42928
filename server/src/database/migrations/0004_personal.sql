CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"version" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('terms', 'health')),
	CONSTRAINT "consents_version" CHECK (length(btrim("consents"."version")) between 1 and 40)
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "consents_open_unique" ON "consents" USING btree ("user_id","purpose") WHERE "consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "consents_user_index" ON "consents" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_erased" CHECK ("orders"."erased_at" is null or "orders"."state" in ('ended', 'cancelled'));--> statement-breakpoint
ALTER TABLE "prescriptions" ADD CONSTRAINT "prescriptions_erased" CHECK ("prescriptions"."erased_at" is null or "prescriptions"."used_by_id" is not null or "prescriptions"."deleted_at" is not null);
--> statement-breakpoint
-- By hand: an erased order has no lines; its sums stay, for the accounts (decision 75).
CREATE OR REPLACE FUNCTION check_order_items() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted uuid;
  expected_sum bigint;
  expected_count integer;
  found_sum bigint;
  found_count integer;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN
    wanted := NEW.id;
  ELSE
    wanted := coalesce(NEW.order_id, OLD.order_id);
  END IF;
  SELECT CASE WHEN erased_at IS NULL THEN coalesce(medicines_fcfa, 0) ELSE 0 END, CASE WHEN erased_at IS NULL THEN items_count ELSE 0 END
    INTO expected_sum, expected_count FROM orders WHERE id = wanted;
  SELECT coalesce(sum(quantity::bigint * price_fcfa), 0), count(*) INTO found_sum, found_count
    FROM order_items WHERE order_id = wanted;
  IF expected_sum <> found_sum OR expected_count <> found_count THEN
    RAISE EXCEPTION 'order % does not add up: % for % items', wanted, found_sum, found_count USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- By hand: lines of the journal and openings of files may be deleted once they are five years old by the clock of the database, and
-- never change (decision 36).
CREATE FUNCTION keep_five_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '5 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION keep_five_years();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER file_openings_append_only BEFORE UPDATE OR DELETE ON file_openings
  FOR EACH ROW EXECUTE FUNCTION keep_five_years();
--> statement-breakpoint
-- UPDATE and TRUNCATE stay revoked.
GRANT DELETE ON audit TO CURRENT_USER;
--> statement-breakpoint
-- By hand: a consultation that ended almost a year ago, or earlier, may be deleted with its messages.
CREATE OR REPLACE TRIGGER consultations_remain BEFORE DELETE ON consultations FOR EACH ROW
  WHEN (OLD.status <> 'pending' AND (OLD.completed_at IS NULL OR OLD.completed_at > now() - interval '11 months'))
  EXECUTE FUNCTION refuse_consultation_removal();
