-- The orders $1 to $2 with what their rows need. $3: all of them wait for a courier of their own (work.mjs); otherwise the
-- latest `active` orders are in every state and the others have ended. Of ten orders, two have a prescription of a doctor
-- (forms 0 and 1) and one a photograph that a pharmacist reads (form 2).
CREATE TEMP TABLE batch AS
WITH
  counted AS (
    SELECT n, p.*, z.id AS zone_id, z.label AS zone_label, z.price AS fee,
      bench.mixed(n, 5) AS turn,
      CASE WHEN $3 THEN 9 ELSE bench.mixed(n, 10) END AS form,
      CASE WHEN $3 THEN p.orders_at + p.orders * p.step + (n % 1000000) * interval '1 ms' ELSE p.orders_at + n * p.step END AS at,
      CASE WHEN $3 THEN p.customers - 1 - n % (p.customers / 2)
        WHEN n % p.regular_every = 0 THEN n / p.regular_every % p.regulars
        ELSE p.regulars + n % (p.customers - p.regulars) END AS c
    FROM bench.plan p, generate_series($1::bigint, $2::bigint) AS n
      JOIN bench.zones z ON z.i = n % (SELECT count(*) FROM bench.zones)
  ),
  moved AS (
    SELECT *, CASE
        WHEN $3 THEN 'pending'
        WHEN n < orders - active THEN 'ended'
        WHEN form = 2 THEN 'pre-treatment'
        ELSE ('{pending,pending,delivering,delivered,ended}'::text[])[1 + turn] END AS state
    FROM counted
  ),
  written AS (
    SELECT *, state <> 'pre-treatment' AS paid, state <> 'pre-treatment' OR n / 10 % 2 = 1 AS has_items,
      state NOT IN ('pre-treatment', 'pending') OR (state = 'pending' AND turn = 1) OR $3 AS assigned
    FROM moved
  )
SELECT n, form, at, state, paid, has_items, assigned, zone_id, zone_label, fee,
  bench.id(100, n, at) AS id,
  'CMD-' || to_char(n + 1, CASE WHEN n < 999999 THEN 'FM000000' ELSE 'FM99999999' END) AS number,
  bench.id(1, c, people_at) AS customer_id,
  CASE WHEN assigned THEN bench.id(2, n % pharmacies, people_at) END AS pharmacy_id,
  CASE WHEN assigned THEN bench.id(CASE WHEN $3 THEN 8 ELSE 3 END, n % CASE WHEN $3 THEN 1000 ELSE couriers END,
    people_at) END AS courier_id,
  CASE WHEN form = 2 AND (has_items OR n / 10 % 4 = 0) THEN bench.id(4, n / 10 % agents, people_at) END AS agent_id,
  CASE WHEN form < 2 THEN bench.id(5, n % doctors, people_at)
    WHEN form = 2 AND has_items THEN bench.id(4, n / 10 % agents, people_at) END AS author_id,
  CASE WHEN form < 3 AND has_items THEN bench.id(101, n, at) END AS prescription_id,
  CASE WHEN form < 3 THEN 'bench-prescription-' || n END AS file_key,
  bench.id(5, n % doctors, people_at) AS doctor_id,
  bench.id(6, n % supervisors, people_at) AS supervisor_id,
  CASE WHEN paid THEN bench.id(102, n, at) END AS payment_id,
  'TX-bench' || n AS transaction_id,
  CASE WHEN c % 10 = 0 THEN bench.id(11, c, people_at) END AS card_id,
  CASE WHEN c % 10 = 0 THEN 50 + c % 4 * 10 END AS card_rate,
  CASE WHEN c % 10 = 0 THEN 'bench-card-' || c END AS card_url,
  bench.name(c * 7 + 1) AS customer_name
FROM written;

CREATE TEMP TABLE batch_items AS
SELECT b.n, b.id AS order_id, b.prescription_id, j AS position, m.id AS medication_id, m.label, 1 + (b.n + j) % 3 AS quantity,
  m.price
FROM batch b CROSS JOIN LATERAL generate_series(0, b.n % 3) AS j
  JOIN bench.medications m ON m.i = (b.n * 7919 + j * 104729) % (SELECT count(*) FROM bench.medications)
WHERE b.has_items;

CREATE TEMP TABLE batch_amounts AS
WITH sums AS (
  SELECT n, count(*) AS items_count, sum(quantity * price)::bigint AS medicines,
    jsonb_agg(jsonb_build_object('medicationId', medication_id, 'label', label, 'quantity', quantity, 'price', price)
      ORDER BY position) AS items
  FROM batch_items GROUP BY n
)
SELECT s.*, (medicines * 10 + 50) / 100 AS commission, total,
  medicines + b.fee + (medicines * 10 + 50) / 100 - total AS reduction
FROM sums s JOIN batch b USING (n),
  LATERAL (SELECT (b.fee * 100 + s.medicines * (110 - coalesce(b.card_rate, 0)) + 50) / 100 AS total) AS t;
