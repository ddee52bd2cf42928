-- A name is searched by the trigrams of the prescriptions, and the months of a partner are summed from the index `entries_partner`.
DROP TRIGGER "patient_names" ON "prescriptions";
--> statement-breakpoint
DROP TRIGGER "patient_names_change" ON "prescriptions";
--> statement-breakpoint
DROP TRIGGER "patient_names_none" ON "prescriptions";
--> statement-breakpoint
DROP FUNCTION keep_patient_names();
--> statement-breakpoint
DROP TABLE "patient_names";
--> statement-breakpoint
DROP INDEX "entries_partner_shares";
--> statement-breakpoint
DROP INDEX "prescriptions_patient";
