import type { Order } from '@amasin/domain/orders/order.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { StateBadge } from '../../ui/badge/StateBadge.tsx';
import { Fact } from './Facts.tsx';
import { type FileLinkSlot, prescriptionFile } from './file-link.ts';

type Props = {
  order: Order;
  /** Given where the prescription's file can be opened from here. */
  fileLink?: FileLinkSlot;
};

/** The prescription of the order, with what still has to be checked (RULES 23). */
export function PrescriptionFacts({ order, fileLink }: Props) {
  const { prescription, prescriptionUrl, transactionId } = order;
  const number = prescription?.prescriptionNumber;
  const link = prescriptionUrl && fileLink?.({ fileKey: prescriptionUrl, ...prescriptionFile });
  return (
    <>
      {number || link ? (
        <Fact name="Ordonnance">
          {number ? <span>{number}</span> : null}
          {prescription?.prescriptorName ? <span>{prescription.prescriptorName}</span> : null}
          {prescription && !prescription.verified ? <ToCheck label="Prescripteur non vérifié" /> : null}
          {link}
        </Fact>
      ) : null}
      {transactionId ? <Fact name="Transaction">{transactionId}</Fact> : null}
    </>
  );
}

/** The card as the customer says it is, until somebody has looked at it (RULES 35). */
export function InsuranceFact({ order, fileLink }: Props) {
  const { insuranceCard: card } = order;
  if (!card) return null;
  return (
    <Fact name="Assurance">
      <span>
        {card.label ? `${card.label}, ` : null}
        {card.taux}&nbsp;%
      </span>
      {card.verified ? null : <ToCheck label="Assurance à vérifier" />}
      {fileLink?.({ fileKey: card.url, name: 'Carte d’assurance', label: 'Voir la carte', address: 'carte' })}
    </Fact>
  );
}

function ToCheck({ label }: { label: string }) {
  return <StateBadge tone="amber" icon={IconAlertTriangle} label={label} />;
}
