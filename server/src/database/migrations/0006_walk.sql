ALTER TABLE "order_events" DROP CONSTRAINT "order_events_reason";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "brought_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "brought_back_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "held_by_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "late_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_held_by_id_users_id_fk" FOREIGN KEY ("held_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_reason" CHECK ("order_events"."reason" in ('no-answer', 'busy', 'medicine-missing', 'breakdown', 'closed', 'customer-absent', 'address-not-found'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_brought_back_known" CHECK ("orders"."brought_back_reason" in ('customer-absent', 'address-not-found', 'medicine-missing', 'breakdown'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_brought_back" CHECK (("orders"."brought_back_at" is null) = ("orders"."brought_back_reason" is null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_held" CHECK ("orders"."held_by_id" is null or "orders"."brought_back_at" is not null);
--> statement-breakpoint
-- By hand: an order that could not be handed over goes back, or is cancelled with its money (rule 51).
CREATE OR REPLACE FUNCTION check_order_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('pre-treatment', 'pending'), ('pending', 'delivering'), ('delivering', 'delivered'), ('delivered', 'ended'),
    ('pre-treatment', 'cancelled'), ('pending', 'cancelled'), ('delivering', 'pending'), ('delivering', 'cancelled')
  ) THEN
    RAISE EXCEPTION 'illegal order move from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- By hand: what pharmacies have in hand today is not new to them.
UPDATE orders SET opened_at = paid_at WHERE state = 'pending' AND pharmacy_id IS NOT NULL;
