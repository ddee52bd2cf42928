import { CARD_AWAITED } from '@amasin/domain/orders/expected.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { StateBadge } from '../../ui/badges.tsx';
import { Fact } from './Facts.tsx';
import { type FileLinkSlot, prescriptionFile } from './file-link.ts';

type Props = {
  order: Order;
  /** Present where the prescription's file can be opened. */
  fileLink?: FileLinkSlot;
};

/** The prescription of the order, with a badge for what is to be checked. */
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

/** The insurance card as the customer declared it, with a badge until it is checked. */
export function InsuranceFact({ order, fileLink }: Props) {
  const { insuranceCard: card } = order;
  if (!card) return null;
  return (
    <Fact name="Assurance">
      <span>{`${card.label ? `${card.label}, ` : ''}${card.taux}\u00a0%`}</span>
      {card.verified ? null : <ToCheck label={card.awaited ? CARD_AWAITED : 'Assurance à vérifier'} />}
      {fileLink?.({ fileKey: card.url, name: 'Carte d’assurance', label: 'Voir la carte', param: 'carte' })}
    </Fact>
  );
}

function ToCheck({ label }: { label: string }) {
  return <StateBadge tone="amber" icon={IconAlertTriangle} label={label} />;
}
