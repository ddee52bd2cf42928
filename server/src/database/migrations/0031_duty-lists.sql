CREATE TABLE "duty_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"listed_on" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "duty_lists_source" CHECK (length(btrim("duty_lists"."source")) between 1 and 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "duty_lists_unique" ON "duty_lists" USING btree ("listed_on","source");--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "duty_lists"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
