-- The people and the catalogue, and `bench.plan`, a row with what the orders need (fill-orders.sql). `bench.size` has their number.

-- An id that is computed from a number, so that rows find each other without a join: a UUID of version 7 of a time, the kind of
-- thing and its number.
CREATE FUNCTION bench.id(kind integer, n bigint, at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0')
    || '8' || lpad(to_hex(n), 15, '0'))::uuid
$$;

-- 60 first names by 50 family names.
CREATE FUNCTION bench.name(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT ('{Afi,Koffi,Sena,Yawa,Mariam,Codjo,Rachelle,Séverin,Inès,Moussa,Brice,Fatou,Gildas,Nadège,Prosper}'::text[])[1 + n % 15]
    || ('{"",-Marie,-Paul,-Ange}'::text[])[1 + (n / 15) % 4] || ' '
    || ('{Adj,Ahou,Dossou,Houn,Kpad,Zins,Gbe,Tossou,Sossa,Agbo}'::text[])[1 + (n / 60) % 10]
    || ('{ovi,kpè,nou,gan,dji}'::text[])[1 + (n / 600) % 5]
$$;

-- `regulars` are customers with 20 orders each. The `active` latest orders are in every state, all others have ended.
CREATE TABLE bench.plan AS
SELECT orders, 0::bigint AS first, -1::bigint AS last, orders / 2 AS customers, orders / 100 AS regulars,
  60 AS pharmacies, 100 AS couriers, 100 AS doctors, 3 AS supervisors, least(2000, orders / 2) AS active,
  greatest(1, least(100, orders / 5000)) AS consulted_every,
  date_trunc('second', now()) - interval '395 days' AS people_at,
  date_trunc('second', now()) - interval '365 days 2 hours' AS orders_at,
  31536000000 / orders * interval '1 millisecond' AS step
FROM bench.size;

INSERT INTO users (id, type, name, email, phone, address, is_partner, verified, titre_partenaire, longitude, latitude, created_at)
  SELECT bench.id(k.kind, i, p.people_at), k.type, bench.name(i * 7 + k.kind),
    CASE WHEN k.kind > 1 THEN lower(k.type) || i || '@bench.test' END,
    '+22901' || (k.kind * 10000000 + i), 'Carré ' || i || ', Fidjrossè',
    k.type = 'pharmacy', k.type = 'partnerDoctor', CASE WHEN k.type = 'partnerDoctor' THEN 'docteur' END,
    CASE WHEN k.type = 'pharmacy' THEN 2.35 + (i % 11) * 0.01 END,
    CASE WHEN k.type = 'pharmacy' THEN 6.34 + (i % 7) * 0.01 END, p.people_at
  FROM bench.plan p, LATERAL (VALUES (1, 'customer', p.customers), (2, 'pharmacy', p.pharmacies),
      (3, 'deliveryPerson', p.couriers), (5, 'partnerDoctor', p.doctors), (6, 'supervisor', p.supervisors),
      (7, 'superAdmin', 1)) AS k (kind, type, number),
    LATERAL generate_series(0, k.number - 1) AS i;

-- 12,012 names of three syllables and a dose, as many as a real catalogue has.
INSERT INTO medications (id, label, form, price_fcfa, requires_prescription, reviewed, search_text, created_at)
  SELECT bench.id(20, row_number() OVER (), p.people_at), name, 'tablet', 200 + (length(name) * 7919 + dose) % 400 * 25,
    dose = 500, true, lower(name), p.people_at
  FROM bench.plan p,
    unnest('{Para,Amoxi,Ibu,Cefa,Doxy,Metro,Ometo,Losar,Atorva,Salbu,Fluco,Dexa}'::text[]) AS a,
    unnest('{ceta,cilli,profe,dro,clari,nida,pra,tane,stati,tamo,nazo,metha,xaci}'::text[]) AS b,
    unnest('{mol,ne,xil,zole,mycine,sone,pril,lol,dine,vir,flox}'::text[]) AS c,
    unnest('{5,10,20,50,100,250,500}'::integer[]) AS dose,
    LATERAL (SELECT a || b || c || ' ' || dose || ' mg' AS name) AS named
  ON CONFLICT DO NOTHING;

CREATE TABLE bench.zones AS
  SELECT row_number() OVER (ORDER BY label) - 1 AS i, id, label, price_fcfa AS price FROM zones WHERE deleted_at IS NULL;
CREATE TABLE bench.medications AS
  SELECT row_number() OVER (ORDER BY id) - 1 AS i, id, label, price_fcfa AS price FROM medications
  WHERE deleted_at IS NULL AND reviewed AND price_fcfa > 0;
ANALYZE bench.zones, bench.medications;
