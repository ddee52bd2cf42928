ALTER TABLE "order_items" ADD COLUMN "posology" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "duration" text;--> statement-breakpoint
ALTER TABLE "prescription_items" ADD COLUMN "posology" text;--> statement-breakpoint
ALTER TABLE "prescription_items" ADD COLUMN "duration" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_posology" CHECK (length("order_items"."posology") between 1 and 120);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_duration" CHECK (length("order_items"."duration") between 1 and 60);--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_posology" CHECK (length("prescription_items"."posology") between 1 and 120);--> statement-breakpoint
ALTER TABLE "prescription_items" ADD CONSTRAINT "prescription_items_duration" CHECK (length("prescription_items"."duration") between 1 and 60);