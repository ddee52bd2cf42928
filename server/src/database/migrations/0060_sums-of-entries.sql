DROP INDEX "entries_account_index";--> statement-breakpoint
DROP INDEX "entries_partner";--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "xact" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "entries_shares" ON "entries" USING btree ("xact") WHERE "entries"."account" in ('platform', 'partner', 'returned');--> statement-breakpoint
CREATE INDEX "entries_account_index" ON "entries" USING btree ("account","beneficiary_id","amount_fcfa","xact");--> statement-breakpoint
CREATE INDEX "entries_partner" ON "entries" USING btree ("beneficiary_id","at","id","account","amount_fcfa","xact") WHERE "entries"."account" in ('partner', 'returned');