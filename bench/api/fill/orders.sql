-- The rows of the orders of `batch` (batch.sql).
INSERT INTO files (id, key, owner_id, category, content_type, bytes, created_at, bound_at)
  SELECT bench.id(103, n, at), file_key, CASE WHEN form = 2 THEN customer_id ELSE author_id END, 'prescription',
    'image/webp', 90000, at, at
  FROM batch WHERE file_key IS NOT NULL;

INSERT INTO prescriptions (id, type, number, author_id, patient_name, patient_phone, url, priced_at, used_by_id, used_at,
    created_at)
  SELECT prescription_id, CASE WHEN form = 2 THEN 'physical' ELSE 'numerical' END, 'ORD-' || lpad(n::text, 8, '0'),
    author_id, customer_name, '+2290197000000', file_key, at, CASE WHEN paid THEN id END, CASE WHEN paid THEN at END, at
  FROM batch WHERE prescription_id IS NOT NULL;
INSERT INTO prescription_items (prescription_id, position, medication_id, label, quantity, price_fcfa)
  SELECT prescription_id, position, medication_id, label, quantity, price FROM batch_items WHERE prescription_id IS NOT NULL;

INSERT INTO payments (id, transaction_id, provider, provider_reference, customer_id, status, amount_fcfa, draft, order_id,
    basket_id, content_digest, prescription_id, prescription_version, created_at, settled_at)
  SELECT payment_id, transaction_id, 'sandbox', 'SBX-' || transaction_id, customer_id, 'paid', total,
    CASE WHEN form <> 2 THEN jsonb_build_object('items', items, 'address', 'Carré 12, portail vert', 'insuranceCard', null,
      'zone', jsonb_build_object('_id', zone_id, 'label', zone_label), 'quote', jsonb_build_object('medicines', medicines,
        'deliveryFee', fee, 'commission', commission, 'reduction', reduction, 'total', total)) END,
    id, CASE WHEN form = 2 THEN id::text ELSE transaction_id END, md5(transaction_id), prescription_id,
    CASE WHEN prescription_id IS NOT NULL THEN 1 END, at, at
  FROM batch JOIN batch_amounts USING (n) WHERE paid;
INSERT INTO payment_events (id, provider, event_id, transaction_id, report, amount_fcfa, currency, reference, at)
  SELECT bench.id(104, n, at), 'sandbox', 'bench-' || n, transaction_id, 'paid', total, 'XOF',
    'SBX-' || transaction_id, at
  FROM batch JOIN batch_amounts USING (n) WHERE paid;

INSERT INTO orders (id, number, state, customer_id, pharmacy_id, delivery_person_id, agent_id, items_written_by_id, zone_id,
    zone_label, address, prescription_id, prescription_url, card_id, card_label, card_rate, card_url, card_verified,
    items_count, delivery_fee_fcfa, medicines_fcfa, commission_fcfa, reduction_fcfa, total_fcfa, paid_fcfa, payment_id,
    transaction_id, created_at, paid_at, ended_at)
  SELECT id, number, state, customer_id, pharmacy_id, courier_id, agent_id, CASE WHEN form = 2 THEN author_id END, zone_id,
    zone_label, 'Carré ' || n % 2000 || ', portail vert', prescription_id, CASE WHEN form = 2 THEN file_key END, card_id,
    CASE WHEN card_id IS NOT NULL THEN 'Mutuelle' END, card_rate, card_url, card_id IS NOT NULL, coalesce(items_count, 0),
    fee, medicines, commission, reduction, total, CASE WHEN paid THEN total ELSE 0 END, payment_id,
    CASE WHEN paid THEN transaction_id END, at,
    CASE WHEN paid THEN at + CASE WHEN form = 2 THEN interval '10 minutes' ELSE interval '0' END END,
    CASE WHEN state = 'ended' THEN at + interval '90 minutes' END
  FROM batch LEFT JOIN batch_amounts USING (n);
INSERT INTO order_items (order_id, position, medication_id, label, quantity, price_fcfa)
  SELECT order_id, position, medication_id, label, quantity, price FROM batch_items;

-- What the trigger `order_events_audited` would do.
WITH added AS (INSERT INTO order_events (id, order_id, at, actor_id, action, from_value, to_value)
  SELECT bench.id(110 + minutes, n, at + minutes * interval '1 minute'), id, at + minutes * interval '1 minute',
    actor, action, before, after
  FROM batch, LATERAL (VALUES
    (0, customer_id, 'create', NULL, CASE WHEN form = 2 THEN 'pre-treatment' ELSE 'pending' END, true),
    (2, supervisor_id, 'assign-agent', NULL, agent_id::text, agent_id IS NOT NULL),
    (6, author_id, 'write-prescription', NULL, NULL, form = 2 AND has_items),
    (10, customer_id, 'pay', 'pre-treatment', 'pending', form = 2 AND paid),
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
  SELECT bench.id(210, n, at), 'payment', id, at FROM batch WHERE paid
  UNION ALL SELECT bench.id(211, n, at), 'ending', id, at + interval '90 minutes' FROM batch WHERE state = 'ended';
INSERT INTO entries (id, journal_id, account, beneficiary_id, amount_fcfa, at)
  SELECT bench.id(220 + line, n, at), bench.id(journal, n, at), account, beneficiary, amount,
    CASE WHEN journal = 211 THEN at + interval '90 minutes' ELSE at END
  FROM batch JOIN batch_amounts USING (n),
    LATERAL (SELECT CASE WHEN form < 2 THEN commission / 2 ELSE 0 END AS share) AS half,
    LATERAL (VALUES
      (210, 0, 'customer', NULL, total), (210, 1, 'insurer', NULL, reduction), (210, 2, 'pharmacy', NULL, -medicines),
      (210, 3, 'courier', NULL, -fee), (210, 4, 'commission', NULL, -commission),
      (211, 5, 'commission', NULL, commission), (211, 6, 'platform', NULL, share - commission),
      (211, 7, 'partner', author_id, -share)
    ) AS entry (journal, line, account, beneficiary, amount)
  WHERE amount <> 0 AND paid AND (journal = 210 OR state = 'ended');

INSERT INTO notifications (id, user_id, title, message, link, is_read, created_at)
  SELECT bench.id(230 + line, n, at), user_id, title, 'Commande ' || number || '.', page || '?order=' || id,
    state = 'ended', at
  FROM batch, LATERAL (VALUES
    (0, customer_id, 'Paiement reçu', '/tracking', paid),
    (1, supervisor_id, 'Nouvelle commande', '/supervisor-dashboard', paid),
    (2, customer_id, 'Commande livrée', '/tracking', state IN ('delivered', 'ended'))
  ) AS notice (line, user_id, title, page, sent)
  WHERE sent;

-- One order in `consulted_every` comes with a consultation, of each doctor in turn.
INSERT INTO consultations (id, patient_id, patient_name, doctor_id, status, last_seq, patient_read_seq, doctor_read_seq,
    without_doctor, offered_at, created_at, accepted_at, completed_at)
  SELECT bench.id(240, n, at), customer_id, customer_name, bench.id(5, n / consulted_every % doctors, people_at), 'completed', 4, 4, 4, false, at, at, at, at
  FROM batch, bench.plan WHERE n % consulted_every = 0;
INSERT INTO consultation_messages (id, consultation_id, seq, sender_type, sender_id, client_message_id, content, line,
    created_at)
  SELECT bench.id(240 + seq, n, at), bench.id(240, n, at), seq, sender_type, sender_id, NULL, content, line,
    at
  FROM batch, bench.plan, LATERAL (VALUES
    (1, 'patient', customer_id, 'Bonjour docteur, j’ai de la fièvre.', NULL), (2, 'system', NULL, '', 'accepted'),
    (3, 'doctor', bench.id(5, n / consulted_every % doctors, people_at), 'Bonjour, depuis quand ?', NULL), (4, 'system', NULL, '', 'completed')
  ) AS message (seq, sender_type, sender_id, content, line)
  WHERE n % consulted_every = 0;

DROP TABLE batch, batch_items, batch_amounts;
