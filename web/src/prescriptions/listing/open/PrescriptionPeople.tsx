import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StateBadge } from '../../../ui/badges.tsx';
import { DateTime, PhoneLink } from '../../../ui/text.tsx';
import { UseBadge } from '../UseBadge.tsx';
import styles from './open.module.css';

type Props = { prescription: Prescription; orderUrl?: (orderId: string) => string };

export function PrescriptionPeople({ prescription, orderUrl }: Props) {
  const { prescriptorName, prescriptorPhone, patientName, patientPhone, createdAt, used } = prescription;
  const { usedBy, verified } = prescription;
  return (
    <dl className={styles.people}>
      <Fact name="Prescripteur">
        <span>{prescriptorName}</span>
        {prescriptorPhone ? <PhoneLink phone={prescriptorPhone} name={prescriptorName} /> : null}
        {verified || orderUrl === undefined ? null : (
          <StateBadge tone="amber" icon={IconAlertTriangle} label="Prescripteur non vérifié" />
        )}
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
        {usedBy === null || orderUrl === undefined ? null : (
          <Link className={styles.order} to={orderUrl(usedBy)}>
            Voir la commande
          </Link>
        )}
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
