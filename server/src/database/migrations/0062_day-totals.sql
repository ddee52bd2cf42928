-- Waits for a transaction that adds changes to the counts, and keeps others from it until the end.
SELECT pg_advisory_xact_lock(hashtextextended('fold_counts', 0));--> statement-breakpoint
CREATE OR REPLACE FUNCTION fold_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('fold_counts', 0)) THEN RETURN; END IF;
  WITH gone AS (DELETE FROM count_changes RETURNING *)
  INSERT INTO counts AS c (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa)
  SELECT scope, user_id, state, sum(n), sum(medicines_fcfa), sum(commission_fcfa), sum(delivery_fees_fcfa), sum(paid_fcfa) FROM gone GROUP BY 1, 2, 3
  ON CONFLICT (scope, user_id, state) DO UPDATE SET n = c.n + excluded.n, medicines_fcfa = c.medicines_fcfa + excluded.medicines_fcfa,
    commission_fcfa = c.commission_fcfa + excluded.commission_fcfa, delivery_fees_fcfa = c.delivery_fees_fcfa + excluded.delivery_fees_fcfa,
    paid_fcfa = c.paid_fcfa + excluded.paid_fcfa;
  WITH gone AS (DELETE FROM day_count_changes RETURNING *), lines AS (
    SELECT day, zone_id, state, n, paid_fcfa, commission_fcfa FROM gone
    UNION ALL SELECT day, 'ffffffff-ffff-ffff-ffff-ffffffffffff', state, n, paid_fcfa, commission_fcfa FROM gone
      WHERE zone_id NOT IN ('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  )
  INSERT INTO day_counts AS c (day, zone_id, state, n, paid_fcfa, commission_fcfa)
  SELECT day, zone_id, state, sum(n), sum(paid_fcfa), sum(commission_fcfa) FROM lines GROUP BY 1, 2, 3
  ON CONFLICT (day, zone_id, state) DO UPDATE SET n = c.n + excluded.n, paid_fcfa = c.paid_fcfa + excluded.paid_fcfa,
    commission_fcfa = c.commission_fcfa + excluded.commission_fcfa;
END $$;--> statement-breakpoint
CREATE OR REPLACE VIEW day_count_lines AS
  SELECT day, zone_id, state, n, paid_fcfa, commission_fcfa FROM day_counts WHERE zone_id <> 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  UNION ALL SELECT day, zone_id, state, n, paid_fcfa, commission_fcfa FROM day_count_changes WHERE zone_id <> 'ffffffff-ffff-ffff-ffff-ffffffffffff';--> statement-breakpoint
CREATE VIEW day_total_lines AS
  SELECT day, state, n, paid_fcfa, commission_fcfa FROM day_counts WHERE zone_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  UNION ALL SELECT day, state, n, paid_fcfa, commission_fcfa FROM day_count_changes WHERE zone_id <> '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
CREATE OR REPLACE VIEW day_count_drift AS
  SELECT day, zone_id, state, sum(n) AS n, sum(paid) AS paid_fcfa, sum(commission) AS commission_fcfa
  FROM (
    SELECT (created_at AT TIME ZONE 'Africa/Porto-Novo')::date AS day, zone_id, state, 1::bigint AS n, paid_fcfa::bigint AS paid,
        coalesce(commission_fcfa, 0)::bigint AS commission FROM orders
    UNION ALL SELECT (o.created_at AT TIME ZONE 'Africa/Porto-Novo')::date, '00000000-0000-0000-0000-000000000000', round(extract(epoch FROM e.at - p.settled_at) / 60)::text, 1, 0, 0
      FROM order_events e JOIN orders o ON o.id = e.order_id JOIN payments p ON p.id = o.payment_id
      WHERE e.action = 'mark-delivered' AND p.settled_at IS NOT NULL
    UNION ALL SELECT day, zone_id, state, -n, -paid_fcfa, -commission_fcfa FROM day_count_lines
    -- A correction of a zone corrects the total with it: this is what they differ by before.
    UNION ALL SELECT day, 'ffffffff-ffff-ffff-ffff-ffffffffffff', state, n, paid_fcfa, commission_fcfa FROM day_count_lines WHERE zone_id <> '00000000-0000-0000-0000-000000000000'
    UNION ALL SELECT day, 'ffffffff-ffff-ffff-ffff-ffffffffffff', state, -n, -paid_fcfa, -commission_fcfa FROM day_total_lines
  ) c
  GROUP BY 1, 2, 3
  HAVING (sum(n), sum(paid), sum(commission)) <> (0, 0, 0);--> statement-breakpoint
INSERT INTO day_counts (day, zone_id, state, n, paid_fcfa, commission_fcfa)
  SELECT day, 'ffffffff-ffff-ffff-ffff-ffffffffffff', state, sum(n), sum(paid_fcfa), sum(commission_fcfa) FROM day_counts WHERE zone_id <> '00000000-0000-0000-0000-000000000000' GROUP BY 1, 3;