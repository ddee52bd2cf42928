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
--> statement-breakpoint
-- A basket is found by its own id: a customer may have thousands of payments.
DROP INDEX "payments_basket";
--> statement-breakpoint
CREATE INDEX "payments_basket" ON "payments" USING btree ("basket_id","customer_id");
