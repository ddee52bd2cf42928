CREATE TABLE "codes" (
	"subject" text PRIMARY KEY NOT NULL,
	"code_hash" text,
	"tries_left" integer NOT NULL,
	"token_hash" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "codes_tries" CHECK ("codes"."tries_left" between 0 and 5),
	CONSTRAINT "codes_code_or_token" CHECK (("codes"."code_hash" is null) <> ("codes"."token_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "spent_proofs" (
	"signature" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "codes_expiry" ON "codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "spent_proofs_expiry" ON "spent_proofs" USING btree ("expires_at");