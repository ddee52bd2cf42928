import type { Order } from '@amasin/domain/orders/order.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { StateBadge } from '../../ui/badge/StateBadge.tsx';
import { Fact } from './Facts.tsx';

type Props = { order: Order };

/** Prescription and insurance of the order, with what still has to be checked (RULES 23, 35). */
export function PrescriptionFacts({ order }: Props) {
  const { prescription, insuranceCard: card, transactionId } = order;
  return (
    <>
      {prescription?.prescriptionNumber ? (
        <Fact name="Ordonnance">
          <span>{prescription.prescriptionNumber}</span>
          {prescription.prescriptorName ? <span>{prescription.prescriptorName}</span> : null}
          {prescription.verified ? null : <ToCheck label="Prescripteur non vérifié" />}
        </Fact>
      ) : null}
      {card ? (
        <Fact name="Assurance">
          <span>
            {card.label ? `${card.label}, ` : null}
            {card.taux} %
          </span>
          {card.verified ? null : <ToCheck label="Assurance à vérifier" />}
        </Fact>
      ) : null}
      {transactionId ? <Fact name="Transaction">{transactionId}</Fact> : null}
    </>
  );
}

function ToCheck({ label }: { label: string }) {
  return <StateBadge tone="amber" icon={IconAlertTriangle} label={label} />;
}
