import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { Link, type LinkProps } from 'react-router';
import { DateTime } from '../../ui/text/DateTime.tsx';
import { Money } from '../../ui/text/Money.tsx';
import styles from './PrescriptionList.module.css';
import { UseBadge } from './UseBadge.tsx';

type Props = { prescription: Prescription; link: Pick<LinkProps, 'to' | 'state'> };

/** One prescription of the list: a card on a phone, a row of 44 px on a desk. All of it opens the prescription. */
export function PrescriptionRow({ prescription, link }: Props) {
  const { prescriptionNumber: number, patientName, createdAt, used, total } = prescription;
  return (
    <li className={styles.row}>
      <Link {...link} className={styles.number} preventScrollReset data-prescription={number}>
        {number}
      </Link>
      <span className={styles.patient}>{patientName}</span>
      <span className={styles.date}>
        <DateTime at={createdAt} />
      </span>
      <span className={styles.use}>
        <UseBadge used={used} />
      </span>
      <span className={styles.total}>
        <span className={styles.word}>Total </span>
        <Money amount={total} />
      </span>
    </li>
  );
}
