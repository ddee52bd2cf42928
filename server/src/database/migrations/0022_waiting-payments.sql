-- The counts of /metrics read only payments that wait for someone, not a million that are settled.
CREATE INDEX "payments_waiting" ON "payments" USING btree ("status") WHERE "payments"."status" in ('pending', 'review');
