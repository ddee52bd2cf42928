-- The sentences of earlier versions become codes.
UPDATE "payments" SET "review_reason" = CASE
  WHEN "review_reason" LIKE 'référence %' THEN 'reference'
  WHEN "review_reason" LIKE 'reçu %' THEN 'amount'
  WHEN "review_reason" LIKE 'commande déjà payée par un autre paiement%' THEN 'paid-twice'
  WHEN "review_reason" LIKE 'ordonnance %' THEN 'prescription-changed'
  WHEN "review_reason" LIKE 'compte du client supprimé%' THEN 'customer-removed'
  ELSE 'order-changed'
END
WHERE "review_reason" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_review_reason_known" CHECK ("payments"."review_reason" in ('reference', 'amount', 'paid-twice', 'prescription-changed', 'order-changed', 'customer-removed'));