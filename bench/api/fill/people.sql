-- One row in `bench.plan` (fill.mjs) says how many of each type there are. All have the same password.
INSERT INTO users (id, type, name, email, phone, password_hash, address, is_partner, verified, titre_partenaire,
    longitude, latitude, created_at)
  SELECT bench.id(k.kind, i, p.people_at), k.type, bench.name(i * 7 + k.kind),
    CASE WHEN k.kind > 1 THEN lower(k.type) || i || '@bench.test' END,
    '+22901' || (k.kind * 10000000 + i), p.password_hash, 'Carré ' || i || ', Fidjrossè',
    k.type = 'pharmacy', k.type = 'partnerDoctor', CASE WHEN k.type = 'partnerDoctor' THEN 'docteur' END,
    CASE WHEN k.type = 'pharmacy' THEN 2.35 + (i % 11) * 0.01 END,
    CASE WHEN k.type = 'pharmacy' THEN 6.34 + (i % 7) * 0.01 END, p.people_at
  FROM bench.plan p, LATERAL (VALUES (1, 'customer', p.customers), (2, 'pharmacy', p.pharmacies),
      (3, 'deliveryPerson', p.couriers), (4, 'agent', p.agents), (5, 'partnerDoctor', p.doctors),
      (6, 'supervisor', p.supervisors), (7, 'superAdmin', 1)) AS k (kind, type, number),
    LATERAL generate_series(0, k.number - 1) AS i;

-- One customer in ten has an insurance card.
INSERT INTO files (id, key, owner_id, category, content_type, bytes, created_at, bound_at)
  SELECT bench.id(10, i, p.people_at), 'bench-card-' || i, bench.id(1, i, p.people_at), 'insurance',
    'image/webp', 40000, p.people_at, p.people_at
  FROM bench.plan p, LATERAL generate_series(0, p.customers - 1, 10) AS i;
INSERT INTO insurance_cards (id, owner_id, label, rate, file_key, verified, created_at)
  SELECT bench.id(11, i, p.people_at), bench.id(1, i, p.people_at), 'Mutuelle', 50 + i % 4 * 10,
    'bench-card-' || i, true, p.people_at
  FROM bench.plan p, LATERAL generate_series(0, p.customers - 1, 10) AS i;
