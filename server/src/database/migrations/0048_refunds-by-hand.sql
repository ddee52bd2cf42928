ALTER TABLE "refunds" ADD COLUMN "settled_by_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_note" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_settled_by_id_users_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_settled_by" ON "refunds" USING btree ("settled_by_id") WHERE "refunds"."settled_by_id" is not null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_settled" CHECK (("refunds"."settled_by_id" is null) = ("refunds"."settled_note" is null) and ("refunds"."settled_by_id" is null or "refunds"."state" = 'done'));