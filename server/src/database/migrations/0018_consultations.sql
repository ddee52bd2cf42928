CREATE TABLE "consultation_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consultation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender_type" text NOT NULL,
	"sender_id" uuid,
	"client_message_id" text,
	"content" text NOT NULL,
	"line" text,
	"file_key" text,
	"prescription_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "consultation_messages_sender_type" CHECK ("consultation_messages"."sender_type" in ('patient', 'doctor', 'system')),
	CONSTRAINT "consultation_messages_line" CHECK ("consultation_messages"."line" in ('offered', 'accepted', 'completed', 'closed')),
	CONSTRAINT "consultation_messages_seq" CHECK ("consultation_messages"."seq" >= 1),
	CONSTRAINT "consultation_messages_sender" CHECK (("consultation_messages"."sender_type" = 'system') = ("consultation_messages"."sender_id" is null) and ("consultation_messages"."sender_type" = 'system') = ("consultation_messages"."line" is not null)),
	CONSTRAINT "consultation_messages_system" CHECK ("consultation_messages"."sender_type" <> 'system' or ("consultation_messages"."content" = '' and "consultation_messages"."client_message_id" is null and "consultation_messages"."file_key" is null)),
	CONSTRAINT "consultation_messages_length" CHECK (length("consultation_messages"."content") <= 4000),
	CONSTRAINT "consultation_messages_content" CHECK ("consultation_messages"."sender_type" = 'system' or btrim("consultation_messages"."content") <> '' or "consultation_messages"."file_key" is not null or "consultation_messages"."prescription_id" is not null),
	CONSTRAINT "consultation_messages_client_id" CHECK (length("consultation_messages"."client_message_id") between 1 and 64),
	CONSTRAINT "consultation_messages_prescription" CHECK ("consultation_messages"."prescription_id" is null or "consultation_messages"."sender_type" = 'doctor')
);
--> statement-breakpoint
CREATE TABLE "consultations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"patient_id" uuid NOT NULL,
	"patient_name" text NOT NULL,
	"doctor_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"last_seq" integer DEFAULT 1 NOT NULL,
	"patient_read_seq" integer DEFAULT 1 NOT NULL,
	"doctor_read_seq" integer DEFAULT 0 NOT NULL,
	"without_doctor" boolean NOT NULL,
	"offers" integer DEFAULT 0 NOT NULL,
	"offered_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "consultations_status" CHECK ("consultations"."status" in ('pending', 'active', 'completed')),
	CONSTRAINT "consultations_doctor" CHECK (("consultations"."status" = 'pending') = ("consultations"."doctor_id" is null) and ("consultations"."doctor_id" is null) = ("consultations"."accepted_at" is null)),
	CONSTRAINT "consultations_completed" CHECK (("consultations"."status" = 'completed') = ("consultations"."completed_at" is not null)),
	CONSTRAINT "consultations_last_seq" CHECK ("consultations"."last_seq" >= 1),
	CONSTRAINT "consultations_read_seq" CHECK ("consultations"."patient_read_seq" between 0 and "consultations"."last_seq" and "consultations"."doctor_read_seq" between 0 and "consultations"."last_seq"),
	CONSTRAINT "consultations_offers" CHECK ("consultations"."offers" between 0 and 3),
	CONSTRAINT "consultations_patient_name" CHECK (btrim("consultations"."patient_name") <> '')
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_category";--> statement-breakpoint
ALTER TABLE "consultation_messages" ADD CONSTRAINT "consultation_messages_consultation_id_consultations_id_fk" FOREIGN KEY ("consultation_id") REFERENCES "public"."consultations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultation_messages" ADD CONSTRAINT "consultation_messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultation_messages" ADD CONSTRAINT "consultation_messages_file_key_files_key_fk" FOREIGN KEY ("file_key") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultation_messages" ADD CONSTRAINT "consultation_messages_prescription_id_prescriptions_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultations" ADD CONSTRAINT "consultations_patient_id_users_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultations" ADD CONSTRAINT "consultations_doctor_id_users_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "consultation_messages_seq_unique" ON "consultation_messages" USING btree ("consultation_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "consultation_messages_client_id_unique" ON "consultation_messages" USING btree ("consultation_id","sender_id","client_message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "consultation_messages_file_unique" ON "consultation_messages" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "consultations_patient" ON "consultations" USING btree ("patient_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "consultations_doctor_status" ON "consultations" USING btree ("doctor_id","status","accepted_at");--> statement-breakpoint
CREATE INDEX "consultations_pending" ON "consultations" USING btree ("created_at","id") WHERE "consultations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "presence_seen" ON "presence" USING btree ("seen_at");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_category" CHECK ("files"."category" in ('insurance', 'prescription', 'consultation'));--> statement-breakpoint
-- What no code may do to a consultation: give it to a second doctor, reopen it, leave a gap between two messages.
CREATE FUNCTION check_consultation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.patient_id <> OLD.patient_id OR (OLD.doctor_id IS NOT NULL AND NEW.doctor_id IS DISTINCT FROM OLD.doctor_id) THEN
    RAISE EXCEPTION 'consultation % keeps its people', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (('pending', 'active'), ('active', 'completed')) THEN
    RAISE EXCEPTION 'illegal consultation move from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.last_seq < OLD.last_seq OR NEW.patient_read_seq < OLD.patient_read_seq
    OR NEW.doctor_read_seq < OLD.doctor_read_seq THEN
    RAISE EXCEPTION 'consultation % does not go back', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER consultations_legal_change BEFORE UPDATE ON consultations FOR EACH ROW
  EXECUTE FUNCTION check_consultation_change();
--> statement-breakpoint
CREATE FUNCTION refuse_consultation_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'consultation % is a record', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER consultations_remain BEFORE DELETE ON consultations FOR EACH ROW
  WHEN (OLD.status <> 'pending') EXECUTE FUNCTION refuse_consultation_removal();
--> statement-breakpoint
CREATE TRIGGER consultation_messages_append_only BEFORE UPDATE ON consultation_messages FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A message goes only with its whole request.
CREATE FUNCTION refuse_message_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM consultations WHERE id = OLD.consultation_id) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER consultation_messages_remain BEFORE DELETE ON consultation_messages FOR EACH ROW
  EXECUTE FUNCTION refuse_message_removal();
--> statement-breakpoint
-- At commit: each message has one before it that is not the closing line, and is by one of the two people.
CREATE FUNCTION check_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  chat consultations%ROWTYPE;
BEGIN
  SELECT * INTO chat FROM consultations WHERE id = NEW.consultation_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF NEW.seq > chat.last_seq OR (NEW.seq > 1 AND NOT EXISTS (
      SELECT FROM consultation_messages m WHERE m.consultation_id = NEW.consultation_id AND m.seq = NEW.seq - 1
        AND m.line IS DISTINCT FROM 'completed' AND m.line IS DISTINCT FROM 'closed')) THEN
    RAISE EXCEPTION 'message % of consultation % is out of order', NEW.seq, NEW.consultation_id
      USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.sender_type = 'patient' AND NEW.sender_id <> chat.patient_id)
    OR (NEW.sender_type = 'doctor' AND NEW.sender_id IS DISTINCT FROM chat.doctor_id) THEN
    RAISE EXCEPTION 'message % of consultation % is by neither of the two', NEW.seq, NEW.consultation_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER consultation_messages_in_order AFTER INSERT ON consultation_messages
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_message();
--> statement-breakpoint
-- At commit: the last number is that of a message.
CREATE FUNCTION check_last_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted integer;
BEGIN
  SELECT last_seq INTO wanted FROM consultations WHERE id = NEW.id;
  IF FOUND AND NOT EXISTS (
      SELECT FROM consultation_messages m WHERE m.consultation_id = NEW.id AND m.seq = wanted) THEN
    RAISE EXCEPTION 'consultation % has no message %', NEW.id, wanted USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER consultations_have_last_message AFTER INSERT OR UPDATE OF last_seq ON consultations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_last_message();
