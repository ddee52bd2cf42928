import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { ReactNode } from 'react';
import { DateTime } from '../../../ui/text/DateTime.tsx';
import { PhoneLink } from '../../../ui/text/PhoneLink.tsx';
import { UseBadge } from '../UseBadge.tsx';
import styles from './open.module.css';

/** Who prescribed what to whom, when, and what has become of it. */
export function PrescriptionPeople({ prescription }: { prescription: Prescription }) {
  const { prescriptorName, prescriptorPhone, patientName, patientPhone, createdAt, used } = prescription;
  return (
    <dl className={styles.people}>
      <Fact name="Prescripteur">
        <span>{prescriptorName}</span>
        {prescriptorPhone ? <PhoneLink phone={prescriptorPhone} name={prescriptorName} /> : null}
      </Fact>
      <Fact name="Patient">
        <span>{patientName}</span>
        {patientPhone ? <PhoneLink phone={patientPhone} name={patientName} /> : null}
      </Fact>
      <Fact name="Créée">
        <DateTime at={createdAt} absolute />
      </Fact>
      <Fact name="État">
        <UseBadge used={used} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
