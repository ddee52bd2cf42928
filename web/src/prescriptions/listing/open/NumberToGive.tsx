import { Button } from '@mantine/core';
import { IconCopy, IconShare } from '@tabler/icons-react';
import { toast } from '../../../lib/toast.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import styles from './open.module.css';

type Props = { number: string; patientName: string };

/** The number with which the patient orders: as text and QR code, with buttons to copy and share it. */
export function NumberToGive({ number, patientName }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number);
      toast.success('Numéro copié');
    } catch {
      // Without https, or without permission.
      toast.error('La copie n’est pas possible ici. Notez le numéro.');
    }
  };
  const share = () => {
    const text = `Votre ordonnance Amasin : ${number}. Commandez avec ce numéro sur ${window.location.origin}/order`;
    // Rejects when the share sheet is dismissed.
    navigator.share({ title: `Ordonnance ${number}`, text }).catch(() => null);
  };
  return (
    <section className={styles.give} aria-label="Numéro à donner au patient">
      <QrCode className={styles.code} text={number} label={`Code QR de l’ordonnance ${number}`} />
      <div className={styles.giving}>
        <strong className={styles.number}>{number}</strong>
        <p
          className={styles.hint}
        >{`Donnez ce numéro à ${patientName} : il sert à commander, une seule fois.`}</p>
        <div className={styles.ways}>
          <Button
            variant="light"
            leftSection={<IconCopy size={20} aria-hidden="true" />}
            onClick={() => void copy()}
          >
            Copier
          </Button>
          {'share' in navigator ? (
            <Button variant="light" leftSection={<IconShare size={20} aria-hidden="true" />} onClick={share}>
              Partager
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  );
}
