import { QrCode } from '../../ui/qr/QrCode.tsx';
import styles from './second-factor.module.css';

/** The secret as a QR code, and as text for an application on the same device. */
export function SecretToGive({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className={styles.secret}>
      <p className={styles.text}>
        Scannez ce code avec une application de codes (Google Authenticator, Aegis, 2FAS), ou tapez-y la clé.
      </p>
      <QrCode className={styles.code} text={uri} label="Code QR de la clé" />
      <code className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
    </div>
  );
}
