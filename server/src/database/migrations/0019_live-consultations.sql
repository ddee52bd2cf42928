CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "consultations"
  FOR EACH ROW EXECUTE FUNCTION announce_row('patient_id', 'doctor_id');--> statement-breakpoint
-- Also says that a request was made or offered again, accepted or ended: the first message and the system lines.
CREATE TRIGGER announce AFTER INSERT ON "consultation_messages"
  FOR EACH ROW EXECUTE FUNCTION announce_row();
