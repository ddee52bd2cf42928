ALTER TABLE "prescriptions" ADD COLUMN "reader_id" uuid;--> statement-breakpoint
CREATE INDEX "prescriptions_reader" ON "prescriptions" USING btree ("reader_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "prescriptions"."reader_id" is not null;--> statement-breakpoint
CREATE FUNCTION note_reader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE prescriptions SET reader_id = nullif(new.items_written_by_id, author_id)
  WHERE id = new.prescription_id AND reader_id IS DISTINCT FROM nullif(new.items_written_by_id, author_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER note_reader AFTER INSERT OR UPDATE OF prescription_id, items_written_by_id ON "orders" FOR EACH ROW
  WHEN (new.prescription_id IS NOT NULL) EXECUTE FUNCTION note_reader();--> statement-breakpoint
UPDATE prescriptions p SET reader_id = o.items_written_by_id
  FROM orders o WHERE o.prescription_id = p.id AND o.items_written_by_id <> p.author_id;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_prescription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO count_changes (scope, user_id, state, n)
  SELECT k.scope, k.user_id, CASE WHEN p.used_by_id IS NULL THEN 'unused' ELSE 'used' END, sum(p.sign)
  FROM (VALUES (1, new.author_id, new.reader_id, new.used_by_id, new.deleted_at),
      (-1, old.author_id, old.reader_id, old.used_by_id, old.deleted_at)) AS p (sign, author_id, reader_id, used_by_id, deleted_at),
    LATERAL (VALUES ('prescriptions', '00000000-0000-0000-0000-000000000000'::uuid), ('author', p.author_id), ('reader', p.reader_id))
      AS k (scope, user_id)
  WHERE p.author_id IS NOT NULL AND k.user_id IS NOT NULL AND p.deleted_at IS NULL
  GROUP BY 1, 2, 3 HAVING sum(p.sign) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER count ON "prescriptions";--> statement-breakpoint
CREATE TRIGGER count AFTER INSERT OR DELETE OR UPDATE OF author_id, reader_id, used_by_id, deleted_at ON "prescriptions" FOR EACH ROW EXECUTE FUNCTION count_prescription();--> statement-breakpoint
DROP TRIGGER count_none ON "prescriptions";--> statement-breakpoint
CREATE TRIGGER count_none AFTER TRUNCATE ON "prescriptions" EXECUTE FUNCTION uncount_all('prescriptions', 'author', 'reader');--> statement-breakpoint
CREATE OR REPLACE VIEW count_drift AS
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
      FROM prescriptions p,
        LATERAL (VALUES ('prescriptions', '00000000-0000-0000-0000-000000000000'::uuid), ('author', p.author_id), ('reader', p.reader_id)) AS k (scope, user_id)
      WHERE p.deleted_at IS NULL AND k.user_id IS NOT NULL
    UNION ALL SELECT 'users', '00000000-0000-0000-0000-000000000000'::uuid, u.type || CASE WHEN u.active THEN ' active' ELSE ' inactive' END, 1, 0, 0, 0, 0 FROM users u WHERE u.phone IS NOT NULL
    UNION ALL SELECT scope, user_id, state, -n, -medicines_fcfa, -commission_fcfa, -delivery_fees_fcfa, -paid_fcfa FROM count_lines
  ) c
  GROUP BY 1, 2, 3
  HAVING (sum(n), sum(medicines), sum(commission), sum(delivery_fees), sum(paid)) <> (0, 0, 0, 0, 0);--> statement-breakpoint
INSERT INTO count_changes (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa) SELECT * FROM count_drift;
