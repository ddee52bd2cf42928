CREATE TABLE "pay_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"order_id" uuid,
	"draft" jsonb,
	"basket_id" text NOT NULL,
	"content_digest" text NOT NULL,
	"amount_fcfa" integer NOT NULL,
	"shows_content" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "pay_links_amount" CHECK ("pay_links"."amount_fcfa" > 0),
	CONSTRAINT "pay_links_expires" CHECK ("pay_links"."expires_at" > "pay_links"."created_at"),
	CONSTRAINT "pay_links_draft" CHECK ("pay_links"."draft" is null or "pay_links"."order_id" is null)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "pay_link_id" uuid;--> statement-breakpoint
ALTER TABLE "pay_links" ADD CONSTRAINT "pay_links_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_links" ADD CONSTRAINT "pay_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pay_links_token_unique" ON "pay_links" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_links_one_per_basket" ON "pay_links" USING btree ("customer_id","basket_id") WHERE "pay_links"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "pay_links_customer" ON "pay_links" USING btree ("customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "pay_links_order" ON "pay_links" USING btree ("order_id") WHERE "pay_links"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "pay_links_expires" ON "pay_links" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_pay_link_id_pay_links_id_fk" FOREIGN KEY ("pay_link_id") REFERENCES "public"."pay_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_link" ON "payments" USING btree ("pay_link_id","created_at") WHERE "payments"."pay_link_id" is not null;