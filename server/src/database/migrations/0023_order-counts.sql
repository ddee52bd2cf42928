-- `unaccent` depends on its dictionary, so it may be in an index only as a function that promises not to change.
CREATE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;
--> statement-breakpoint
CREATE TABLE "count_changes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"scope" text NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"medicines_fcfa" bigint DEFAULT 0 NOT NULL,
	"commission_fcfa" bigint DEFAULT 0 NOT NULL,
	"delivery_fees_fcfa" bigint DEFAULT 0 NOT NULL,
	"paid_fcfa" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counts" (
	"scope" text NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"medicines_fcfa" bigint DEFAULT 0 NOT NULL,
	"commission_fcfa" bigint DEFAULT 0 NOT NULL,
	"delivery_fees_fcfa" bigint DEFAULT 0 NOT NULL,
	"paid_fcfa" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "counts_scope_user_id_state_pk" PRIMARY KEY("scope","user_id","state")
);
--> statement-breakpoint
CREATE TABLE "day_count_changes" (
	"day" date NOT NULL,
	"zone_id" uuid NOT NULL,
	"state" text NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"paid_fcfa" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_counts" (
	"day" date NOT NULL,
	"zone_id" uuid NOT NULL,
	"state" text NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"paid_fcfa" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "day_counts_day_zone_id_state_pk" PRIMARY KEY("day","zone_id","state")
);
--> statement-breakpoint
DROP INDEX "entries_account_index";--> statement-breakpoint
ALTER TABLE "prescriptions" ADD COLUMN "folded_name" text GENERATED ALWAYS AS (folded(patient_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "folded_name" text GENERATED ALWAYS AS (folded(name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "count_changes_of" ON "count_changes" USING btree ("scope","user_id");--> statement-breakpoint
CREATE INDEX "day_count_changes_day" ON "day_count_changes" USING btree ("day");--> statement-breakpoint
CREATE INDEX "orders_pharmacy_open" ON "orders" USING btree ("pharmacy_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "orders_delivery_person_open" ON "orders" USING btree ("delivery_person_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "orders_writer_open" ON "orders" USING btree ("items_written_by_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "prescriptions_trigrams" ON "prescriptions" USING gin ("folded_name" gin_trgm_ops,"number" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_french" ON "users" USING btree ("name" collate "french","id") WHERE "users"."phone" is not null;--> statement-breakpoint
CREATE INDEX "users_type_french" ON "users" USING btree ("type","name" collate "french","id") WHERE "users"."phone" is not null;--> statement-breakpoint
CREATE INDEX "users_trigrams" ON "users" USING gin ("folded_name" gin_trgm_ops,"email" gin_trgm_ops,"phone" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "entries_account_index" ON "entries" USING btree ("account","beneficiary_id","amount_fcfa");--> statement-breakpoint
-- Adds the changes to the counts. Run now and then by a trigger, in one transaction at a time.
CREATE FUNCTION fold_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('fold_counts', 0)) THEN RETURN; END IF;
  WITH gone AS (DELETE FROM count_changes RETURNING *)
  INSERT INTO counts AS c (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa)
  SELECT scope, user_id, state, sum(n), sum(medicines_fcfa), sum(commission_fcfa), sum(delivery_fees_fcfa), sum(paid_fcfa) FROM gone GROUP BY 1, 2, 3
  ON CONFLICT (scope, user_id, state) DO UPDATE SET n = c.n + excluded.n, medicines_fcfa = c.medicines_fcfa + excluded.medicines_fcfa,
    commission_fcfa = c.commission_fcfa + excluded.commission_fcfa, delivery_fees_fcfa = c.delivery_fees_fcfa + excluded.delivery_fees_fcfa,
    paid_fcfa = c.paid_fcfa + excluded.paid_fcfa;
  WITH gone AS (DELETE FROM day_count_changes RETURNING *)
  INSERT INTO day_counts AS c (day, zone_id, state, n, paid_fcfa)
  SELECT day, zone_id, state, sum(n), sum(paid_fcfa) FROM gone GROUP BY 1, 2, 3
  ON CONFLICT (day, zone_id, state) DO UPDATE SET n = c.n + excluded.n, paid_fcfa = c.paid_fcfa + excluded.paid_fcfa;
END $$;
--> statement-breakpoint
-- An agent sees the orders that they wrote, those that wait for them, and those that wait for any agent: each once.
CREATE FUNCTION count_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  inserted bigint;
BEGIN
  INSERT INTO count_changes (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa)
  SELECT k.scope, k.user_id, o.state, sum(o.sign), coalesce(sum(o.sign * o.medicines), 0), coalesce(sum(o.sign * o.commission), 0),
    sum(o.sign * o.delivery_fee), sum(o.sign * o.paid)
  FROM (VALUES
    (1, new.state, new.pharmacy_id, new.delivery_person_id, new.agent_id, new.items_written_by_id, new.medicines_fcfa, new.commission_fcfa, new.delivery_fee_fcfa, new.paid_fcfa),
    (-1, old.state, old.pharmacy_id, old.delivery_person_id, old.agent_id, old.items_written_by_id, old.medicines_fcfa, old.commission_fcfa, old.delivery_fee_fcfa, old.paid_fcfa)
  ) AS o (sign, state, pharmacy_id, delivery_person_id, agent_id, items_written_by_id, medicines, commission, delivery_fee, paid),
  LATERAL (VALUES
    ('orders', '00000000-0000-0000-0000-000000000000'::uuid),
    ('pharmacy', o.pharmacy_id),
    ('deliveryPerson', o.delivery_person_id),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS NULL THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE o.items_written_by_id END),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS DISTINCT FROM o.items_written_by_id THEN o.agent_id END)
  ) AS k (scope, user_id)
  WHERE o.state IS NOT NULL AND k.user_id IS NOT NULL
  GROUP BY 1, 2, 3
  HAVING (sum(o.sign), coalesce(sum(o.sign * o.medicines), 0), sum(o.sign * o.delivery_fee), sum(o.sign * o.paid)) <> (0, 0, 0, 0);
  GET DIAGNOSTICS inserted = ROW_COUNT;
  IF tg_op <> 'UPDATE' OR (new.state, new.zone_id, new.paid_fcfa) IS DISTINCT FROM (old.state, old.zone_id, old.paid_fcfa) THEN
    INSERT INTO day_count_changes (day, zone_id, state, n, paid_fcfa)
    SELECT (o.created_at AT TIME ZONE 'Africa/Porto-Novo')::date, o.zone_id, o.state, o.sign, o.sign * o.paid
    FROM (VALUES (1, new.created_at, new.zone_id, new.state, new.paid_fcfa), (-1, old.created_at, old.zone_id, old.state, old.paid_fcfa))
      AS o (sign, created_at, zone_id, state, paid)
    WHERE o.state IS NOT NULL;
  END IF;
  -- Every 500 changes, so that few rows are summed for a list.
  IF inserted > 0 THEN
    IF currval('count_changes_id_seq') % 500 < inserted THEN PERFORM fold_counts(); END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_prescription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO count_changes (scope, user_id, state, n)
  SELECT k.scope, k.user_id, CASE WHEN p.used_by_id IS NULL THEN 'unused' ELSE 'used' END, sum(p.sign)
  FROM (VALUES (1, new.author_id, new.used_by_id, new.deleted_at), (-1, old.author_id, old.used_by_id, old.deleted_at))
      AS p (sign, author_id, used_by_id, deleted_at),
    LATERAL (VALUES ('prescriptions', '00000000-0000-0000-0000-000000000000'::uuid), ('author', p.author_id)) AS k (scope, user_id)
  WHERE p.author_id IS NOT NULL AND p.deleted_at IS NULL
  GROUP BY 1, 2, 3 HAVING sum(p.sign) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The row of a removed user remains, without a phone.
CREATE FUNCTION count_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO count_changes (scope, user_id, state, n)
  SELECT 'users', '00000000-0000-0000-0000-000000000000'::uuid, u.type || CASE WHEN u.active THEN ' active' ELSE ' inactive' END, sum(u.sign)
  FROM (VALUES (1, new.type, new.active, new.phone), (-1, old.type, old.active, old.phone)) AS u (sign, type, active, phone)
  WHERE u.phone IS NOT NULL
  GROUP BY 3 HAVING sum(u.sign) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An order is delivered once; its payment was settled before.
CREATE FUNCTION count_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_count_changes (day, zone_id, state, n)
  SELECT (o.created_at AT TIME ZONE 'Africa/Porto-Novo')::date, '00000000-0000-0000-0000-000000000000', round(extract(epoch FROM new.at - p.settled_at) / 60)::text, 1
  FROM orders o JOIN payments p ON p.id = o.payment_id WHERE o.id = new.order_id AND p.settled_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION uncount_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM counts WHERE scope = ANY (tg_argv);
  DELETE FROM count_changes WHERE scope = ANY (tg_argv);
  IF tg_table_name = 'orders' THEN
    DELETE FROM day_counts;
    DELETE FROM day_count_changes;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT OR DELETE OR UPDATE OF state, pharmacy_id, delivery_person_id, agent_id, items_written_by_id, zone_id, medicines_fcfa, commission_fcfa, delivery_fee_fcfa, paid_fcfa
  ON "orders" FOR EACH ROW EXECUTE FUNCTION count_order();--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT OR DELETE OR UPDATE OF author_id, used_by_id, deleted_at ON "prescriptions" FOR EACH ROW EXECUTE FUNCTION count_prescription();--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT OR DELETE OR UPDATE OF type, active, phone ON "users" FOR EACH ROW EXECUTE FUNCTION count_user();--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT ON "order_events" FOR EACH ROW WHEN (new.action = 'mark-delivered') EXECUTE FUNCTION count_delivery();--> statement-breakpoint
CREATE TRIGGER count_none AFTER TRUNCATE ON "orders" EXECUTE FUNCTION uncount_all('orders', 'pharmacy', 'deliveryPerson', 'agent');--> statement-breakpoint
CREATE TRIGGER count_none AFTER TRUNCATE ON "prescriptions" EXECUTE FUNCTION uncount_all('prescriptions', 'author');--> statement-breakpoint
CREATE TRIGGER count_none AFTER TRUNCATE ON "users" EXECUTE FUNCTION uncount_all('users');--> statement-breakpoint
CREATE VIEW count_lines AS
  SELECT scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa FROM counts
  UNION ALL SELECT scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa FROM count_changes;
--> statement-breakpoint
CREATE VIEW day_count_lines AS
  SELECT day, zone_id, state, n, paid_fcfa FROM day_counts
  UNION ALL SELECT day, zone_id, state, n, paid_fcfa FROM day_count_changes;
--> statement-breakpoint
-- What the counts lack, compared with a count of all rows: nothing. Appended to the changes, it mends them, also while orders change.
CREATE VIEW count_drift AS
  SELECT scope, user_id, state, sum(n) AS n, sum(medicines) AS medicines_fcfa, sum(commission) AS commission_fcfa,
    sum(delivery_fees) AS delivery_fees_fcfa, sum(paid) AS paid_fcfa
  FROM (
    SELECT k.scope, k.user_id, o.state, 1::bigint AS n, coalesce(o.medicines_fcfa, 0)::bigint AS medicines, coalesce(o.commission_fcfa, 0)::bigint AS commission,
        o.delivery_fee_fcfa::bigint AS delivery_fees, o.paid_fcfa::bigint AS paid
      FROM orders o, LATERAL (VALUES
    ('orders', '00000000-0000-0000-0000-000000000000'::uuid),
    ('pharmacy', o.pharmacy_id),
    ('deliveryPerson', o.delivery_person_id),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS NULL THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE o.items_written_by_id END),
    ('agent', CASE WHEN o.state = 'pre-treatment' AND o.agent_id IS DISTINCT FROM o.items_written_by_id THEN o.agent_id END)
      ) AS k (scope, user_id) WHERE k.user_id IS NOT NULL
    UNION ALL SELECT k.scope, k.user_id, CASE WHEN p.used_by_id IS NULL THEN 'unused' ELSE 'used' END, 1, 0, 0, 0, 0
      FROM prescriptions p, LATERAL (VALUES ('prescriptions', '00000000-0000-0000-0000-000000000000'::uuid), ('author', p.author_id)) AS k (scope, user_id) WHERE p.deleted_at IS NULL
    UNION ALL SELECT 'users', '00000000-0000-0000-0000-000000000000'::uuid, u.type || CASE WHEN u.active THEN ' active' ELSE ' inactive' END, 1, 0, 0, 0, 0 FROM users u WHERE u.phone IS NOT NULL
    UNION ALL SELECT scope, user_id, state, -n, -medicines_fcfa, -commission_fcfa, -delivery_fees_fcfa, -paid_fcfa FROM count_lines
  ) c
  GROUP BY 1, 2, 3
  HAVING (sum(n), sum(medicines), sum(commission), sum(delivery_fees), sum(paid)) <> (0, 0, 0, 0, 0);
--> statement-breakpoint
CREATE VIEW day_count_drift AS
  SELECT day, zone_id, state, sum(n) AS n, sum(paid) AS paid_fcfa
  FROM (
    SELECT (created_at AT TIME ZONE 'Africa/Porto-Novo')::date AS day, zone_id, state, 1::bigint AS n, paid_fcfa::bigint AS paid FROM orders
    UNION ALL SELECT (o.created_at AT TIME ZONE 'Africa/Porto-Novo')::date, '00000000-0000-0000-0000-000000000000', round(extract(epoch FROM e.at - p.settled_at) / 60)::text, 1, 0
      FROM order_events e JOIN orders o ON o.id = e.order_id JOIN payments p ON p.id = o.payment_id
      WHERE e.action = 'mark-delivered' AND p.settled_at IS NOT NULL
    UNION ALL SELECT day, zone_id, state, -n, -paid_fcfa FROM day_count_lines
  ) c
  GROUP BY 1, 2, 3
  HAVING (sum(n), sum(paid)) <> (0, 0);
--> statement-breakpoint
INSERT INTO counts (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa) SELECT * FROM count_drift;--> statement-breakpoint
INSERT INTO day_counts (day, zone_id, state, n, paid_fcfa) SELECT * FROM day_count_drift;
