CREATE SCHEMA bench;

-- Ids and names that are computed from a number, so that the rows of different tables find each other without a join.
-- An id is a UUID of version 7: its time, the kind of thing, its number.
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

-- Each of 0 to size - 1 once in as many orders, in an order that depends on nothing else: people and places follow the number of
-- the order, so that `n % size` would give all prescriptions to the same customers and doctors, and all open orders to the
-- same pharmacies and couriers.
CREATE FUNCTION bench.mixed(n bigint, size integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (n + (hashint8extended(n / size, size) & 1023)) % size
$$;
