import { waitOf } from '@amasin/domain/orders/expected.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { Person } from '@amasin/domain/users/user.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FileLink } from '../../files/FileLink.tsx';
import { StateBadge } from '../../ui/badges.tsx';
import { PhoneLink } from '../../ui/text.tsx';
import styles from './facts.module.css';

/** A description list of `Fact` and `PersonLine`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>
        <span className={styles.text}>{children}</span>
      </dd>
    </div>
  );
}

/** Addresses describe landmarks, so line breaks are preserved. */
export function AddressText({ zone, address }: { zone: string; address: string }) {
  return (
    <>
      <span className={styles.zone}>{zone}</span>
      <span className={styles.address}>{address}</span>
    </>
  );
}

type Props = {
  /** « Client », « Livreur »… */
  part: string;
  person: Person | null;
  /** Shown while no one is assigned: « Non assignée ». */
  unassigned?: string;
  /** A button beside the name. */
  action?: ReactNode;
};

/** A person of the order, with their telephone. */
export function PersonLine({ part, person, unassigned = 'Non assigné', action }: Props) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{part}</dt>
      <dd className={styles.value}>
        <span className={styles.text}>
          {person === null ? (
            <span className={styles.unassigned}>{unassigned}</span>
          ) : (
            <span translate="no">{person.name}</span>
          )}
          {person?.phone ? <PhoneLink phone={person.phone} name={person.name} /> : null}
        </span>
        {action}
      </dd>
    </div>
  );
}

/** Search param of the dialog with the prescription's photograph or file. */
export const PRESCRIPTION_FILE = 'fichier';

type PrescriptionFactsProps = {
  order: Order;
  /** The button that opens the prescription's file; undefined where it is shown anyway. */
  fileLabel?: string;
};

/** The prescription of the order, with a badge for what is to be checked. */
export function PrescriptionFacts({ order, fileLabel }: PrescriptionFactsProps) {
  const { prescription, prescriptionUrl, transactionId } = order;
  const number = prescription?.prescriptionNumber;
  const link =
    prescriptionUrl && fileLabel ? (
      <FileLink fileKey={prescriptionUrl} name="Ordonnance" label={fileLabel} param={PRESCRIPTION_FILE} />
    ) : null;
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
export function InsuranceFact({ order: { insuranceCard: card } }: { order: Order }) {
  if (!card) return null;
  return (
    <Fact name="Assurance">
      <span>{`${card.label ? `${card.label}, ` : ''}${card.taux}\u00a0%`}</span>
      {card.awaited || !card.verified ? (
        <ToCheck label={card.awaited ? waitOf(card) : 'Assurance à vérifier'} />
      ) : null}
      <CardLink fileKey={card.url} />
    </Fact>
  );
}

/** Opens the picture of an insurance card. */
export function CardLink({ fileKey, param = 'carte' }: { fileKey: string; param?: string }) {
  return <FileLink fileKey={fileKey} name="Carte d’assurance" label="Voir la carte" param={param} />;
}

function ToCheck({ label }: { label: string }) {
  return <StateBadge tone="amber" icon={IconAlertTriangle} label={label} />;
}
