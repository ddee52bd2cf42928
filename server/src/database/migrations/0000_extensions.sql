-- Typing mistakes and one wrong letter in medicine search.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
-- Names are searched without their accents (orders by customer).
CREATE EXTENSION IF NOT EXISTS unaccent;
