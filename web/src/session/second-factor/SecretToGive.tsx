import encodeQR from 'qr';
import { useMemo } from 'react';
import styles from './second-factor.module.css';

/** The secret as a QR code, and as text for an application on the same device. */
export function SecretToGive({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className={styles.secret}>
      <p className={styles.text}>
        Scannez ce code avec une application de codes (Google Authenticator, Aegis, 2FAS), ou tapez-y la clé.
      </p>
      <Code text={uri} />
      <code className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
    </div>
  );
}

function Code({ text }: { text: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: 2 }), [text]);
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="Code QR de la clé"
    >
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
      <path fill="#000" d={squares.join('')} />
    </svg>
  );
}
