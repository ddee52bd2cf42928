-- The orders `first` to `last` of `bench.plan`. Those after its number of orders are work: paid orders that wait for their courier.
-- Triggers and foreign keys are off: fill.test.mjs checks that the rows obey them.
CREATE TEMP TABLE batch AS
WITH
  numbered AS (
    SELECT n, p.*, z.id AS zone_id, z.label AS zone_label, z.price AS fee, n >= p.orders AS is_work,
      -- Hashes, since people follow the number of the order: one doctor would have all prescriptions.
      (hashint8extended(n, 1) & 1023) % 5 AS turn, (hashint8extended(n, 2) & 1023) % 5 = 0 AS is_written,
      p.orders_at + least(n, p.orders) * p.step + greatest(0, n - p.orders) * interval '1 millisecond' AS at,
      CASE WHEN n % 5 = 0 AND n < p.orders THEN n / 5 % p.regulars
        ELSE p.regulars + n % (p.customers - p.regulars) END AS c
    FROM bench.plan p, generate_series(p.first, p.last) AS n
      JOIN bench.zones z ON z.i = n % (SELECT count(*) FROM bench.zones)
  ),
  moved AS (
    SELECT *, CASE WHEN is_work THEN 'pending' WHEN n < orders - active THEN 'ended'
        ELSE ('{pending,pending,delivering,delivered,ended}'::text[])[1 + turn] END AS state
    FROM numbered
  ),
  assigned AS (SELECT *, is_work OR state <> 'pending' OR turn = 1 AS assigned FROM moved)
SELECT n, at, state, assigned, zone_id, zone_label, fee, consulted_every,
  bench.id(100, n, at) AS id,
  'CMD-' || 1000000 + n AS number,
  bench.id(1, c, people_at) AS customer_id,
  bench.name(c * 7 + 1) AS customer_name,
  CASE WHEN assigned THEN bench.id(2, n % pharmacies, people_at) END AS pharmacy_id,
  CASE WHEN assigned THEN bench.id(3, n % couriers, people_at) END AS courier_id,
  CASE WHEN is_written THEN bench.id(5, n % doctors, people_at) END AS author_id,
  CASE WHEN is_written THEN bench.id(101, n, at) END AS prescription_id,
  bench.id(5, n / consulted_every % doctors, people_at) AS doctor_id,
  bench.id(6, n % supervisors, people_at) AS supervisor_id,
  bench.id(102, n, at) AS payment_id,
  'TX-bench' || n AS transaction_id
FROM assigned;

CREATE TEMP TABLE batch_items AS
SELECT b.n, b.id AS order_id, b.prescription_id, j AS position, m.id AS medication_id, m.label, 1 + (b.n + j) % 3 AS quantity,
  m.price
FROM batch b CROSS JOIN LATERAL generate_series(0, b.n % 3) AS j
  JOIN bench.medications m ON m.i = (b.n * 7919 + j * 104729) % (SELECT count(*) FROM bench.medications);

CREATE TEMP TABLE batch_amounts AS
SELECT n, items_count, items, medicines, commission, medicines + fee + commission AS total
FROM batch JOIN (
    SELECT n, count(*) AS items_count, sum(quantity * price)::bigint AS medicines,
      jsonb_agg(jsonb_build_object('medicationId', medication_id, 'label', label, 'quantity', quantity, 'price', price)
        ORDER BY position) AS items
    FROM batch_items GROUP BY n) AS sums USING (n),
  LATERAL (SELECT (medicines * 10 + 50) / 100 AS commission) AS tenth;

INSERT INTO prescriptions (id, type, number, author_id, patient_name, patient_phone, priced_at, used_by_id, used_at, created_at)
  SELECT prescription_id, 'numerical', 'ORD-' || lpad(n::text, 8, '0'), author_id, customer_name, '+2290197000000', at, id, at, at
  FROM batch WHERE prescription_id IS NOT NULL;
INSERT INTO prescription_items (prescription_id, position, medication_id, label, quantity, price_fcfa)
  SELECT prescription_id, position, medication_id, label, quantity, price FROM batch_items WHERE prescription_id IS NOT NULL;

INSERT INTO payments (id, transaction_id, provider, provider_reference, customer_id, status, amount_fcfa, draft, order_id,
    basket_id, content_digest, prescription_id, prescription_version, created_at, settled_at)
  SELECT payment_id, transaction_id, 'sandbox', 'SBX-' || transaction_id, customer_id, 'paid', total,
    jsonb_build_object('items', items, 'address', 'Carré 12, portail vert', 'insuranceCard', null,
      'zone', jsonb_build_object('_id', zone_id, 'label', zone_label), 'quote', jsonb_build_object('medicines', medicines,
        'deliveryFee', fee, 'commission', commission, 'reduction', 0, 'total', total)),
    id, transaction_id, md5(transaction_id), prescription_id, CASE WHEN prescription_id IS NOT NULL THEN 1 END, at, at
  FROM batch JOIN batch_amounts USING (n);
INSERT INTO payment_events (id, provider, event_id, transaction_id, report, amount_fcfa, currency, reference, at)
  SELECT bench.id(104, n, at), 'sandbox', 'bench-' || n, transaction_id, 'paid', total, 'XOF', 'SBX-' || transaction_id, at
  FROM batch JOIN batch_amounts USING (n);

INSERT INTO orders (id, number, state, customer_id, pharmacy_id, delivery_person_id, zone_id, zone_label, address,
    prescription_id, items_count, delivery_fee_fcfa, medicines_fcfa, commission_fcfa, reduction_fcfa, total_fcfa, paid_fcfa,
    payment_id, transaction_id, created_at, paid_at, ended_at)
  SELECT id, number, state, customer_id, pharmacy_id, courier_id, zone_id, zone_label, 'Carré ' || n % 2000 || ', portail vert',
    prescription_id, items_count, fee, medicines, commission, 0, total, total, payment_id, transaction_id, at, at,
    CASE WHEN state = 'ended' THEN at + interval '90 minutes' END
  FROM batch JOIN batch_amounts USING (n);
INSERT INTO order_items (order_id, position, medication_id, label, quantity, price_fcfa)
  SELECT order_id, position, medication_id, label, quantity, price FROM batch_items;

-- The lines of the journal are those of the trigger `order_events_audited`.
WITH added AS (INSERT INTO order_events (id, order_id, at, actor_id, action, from_value, to_value)
  SELECT bench.id(110 + minutes, n, at + minutes * interval '1 minute'), id, at + minutes * interval '1 minute',
    actor, action, before, after
  FROM batch, LATERAL (VALUES
    (0, customer_id, 'create', NULL, 'pending', true),
    (15, supervisor_id, 'assign-pharmacy', NULL, pharmacy_id::text, assigned),
    (20, supervisor_id, 'assign-delivery-person', NULL, courier_id::text, assigned),
    (35, courier_id, 'start-delivery', 'pending', 'delivering', state IN ('delivering', 'delivered', 'ended')),
    (62, courier_id, 'mark-delivered', 'delivering', 'delivered', state IN ('delivered', 'ended')),
    (90, supervisor_id, 'end', 'delivered', 'ended', state = 'ended')
  ) AS line (minutes, actor, action, before, after, happened)
  WHERE happened RETURNING *)
INSERT INTO audit (id, at, actor_id, actor_type, action, subject_kind, subject_id, customer_id, details)
  SELECT e.id, e.at, u.id, u.type, 'progress', 'order', e.order_id::text, b.customer_id,
    jsonb_strip_nulls(jsonb_build_object('event', e.action, 'from', e.from_value, 'to', e.to_value))
  FROM added e JOIN batch b ON b.id = e.order_id LEFT JOIN users u ON u.id = e.actor_id;

INSERT INTO journals (id, kind, order_id, at)
  SELECT bench.id(210, n, at), 'payment', id, at FROM batch
  UNION ALL SELECT bench.id(212, n, at), 'handover', id, at + interval '35 minutes' FROM batch
    WHERE state IN ('delivering', 'delivered', 'ended')
  UNION ALL SELECT bench.id(213, n, at), 'delivery', id, at + interval '62 minutes' FROM batch WHERE state IN ('delivered', 'ended')
  UNION ALL SELECT bench.id(211, n, at), 'ending', id, at + interval '90 minutes' FROM batch WHERE state = 'ended';
INSERT INTO entries (id, journal_id, account, beneficiary_id, amount_fcfa, at)
  SELECT bench.id(220 + line, n, at), bench.id(journal, n, at), account, beneficiary, amount,
    at + CASE journal WHEN 212 THEN interval '35 minutes' WHEN 213 THEN interval '62 minutes' WHEN 211 THEN interval '90 minutes'
      ELSE interval '0' END
  FROM batch JOIN batch_amounts USING (n),
    LATERAL (SELECT CASE WHEN author_id IS NULL THEN 0 ELSE commission / 2 END AS share) AS half,
    LATERAL (VALUES
      (210, 0, 'customer', NULL, total), (210, 2, 'pharmacy', NULL, -medicines), (210, 3, 'courier', NULL, -fee),
      (210, 4, 'commission', NULL, -commission), (211, 5, 'commission', NULL, commission),
      (211, 6, 'platform', NULL, share - commission), (211, 7, 'partner', author_id, -share),
      (212, 8, 'pharmacy', NULL, medicines), (212, 9, 'pharmacy', pharmacy_id, -medicines),
      (213, 10, 'courier', NULL, fee), (213, 11, 'courier', courier_id, -fee)
    ) AS entry (journal, line, account, beneficiary, amount)
  WHERE amount <> 0 AND (journal = 210 OR state = 'ended' OR (journal = 212 AND state IN ('delivering', 'delivered'))
    OR (journal = 213 AND state = 'delivered'));

INSERT INTO notifications (id, user_id, title, message, link, is_read, created_at)
  SELECT bench.id(230 + line, n, at), user_id, title, 'Commande ' || number || '.', page || '?order=' || id, state = 'ended', at
  FROM batch, LATERAL (VALUES
    (0, customer_id, 'Paiement reçu', '/tracking', true),
    (1, supervisor_id, 'Nouvelle commande', '/supervisor-dashboard', true),
    (2, customer_id, 'Commande livrée', '/tracking', state IN ('delivered', 'ended'))
  ) AS notice (line, user_id, title, page, sent)
  WHERE sent;

-- One order in `consulted_every` comes with a consultation, which goes on while the order does.
INSERT INTO consultations (id, patient_id, patient_name, doctor_id, status, last_seq, patient_read_seq, doctor_read_seq,
    without_doctor, offered_at, created_at, accepted_at, completed_at)
  SELECT bench.id(240, n, at), customer_id, customer_name, doctor_id, CASE state WHEN 'ended' THEN 'completed' ELSE 'active' END,
    messages, messages, messages, false, at, at, at, CASE state WHEN 'ended' THEN at END
  FROM batch, LATERAL (SELECT CASE state WHEN 'ended' THEN 4 ELSE 3 END AS messages) AS said WHERE n % consulted_every = 0;
INSERT INTO consultation_messages (id, consultation_id, seq, sender_type, sender_id, content, line, created_at)
  SELECT bench.id(240 + seq, n, at), bench.id(240, n, at), seq, sender_type, sender_id, content, line, at
  FROM batch, LATERAL (VALUES
    (1, 'patient', customer_id, 'Bonjour docteur, j’ai de la fièvre.', NULL), (2, 'system', NULL, '', 'accepted'),
    (3, 'doctor', doctor_id, 'Bonjour, depuis quand ?', NULL), (4, 'system', NULL, '', 'completed')
  ) AS message (seq, sender_type, sender_id, content, line)
  WHERE n % consulted_every = 0 AND (seq < 4 OR state = 'ended');

DROP TABLE batch, batch_items, batch_amounts;

-- The counts that triggers keep for lists.
INSERT INTO count_changes (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa)
  SELECT * FROM count_drift;
INSERT INTO day_count_changes (day, zone_id, state, n, paid_fcfa, commission_fcfa) SELECT * FROM day_count_drift;
SELECT fold_counts();
