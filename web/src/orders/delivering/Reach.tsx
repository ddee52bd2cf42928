import { IconMapPin, IconPhone } from '@tabler/icons-react';
import { formatPhone, telephoneUrl } from '../../lib/format.ts';
import styles from './Reach.module.css';

type Props = { kind: 'call'; phone: string; name: string } | { kind: 'map'; href: string; place: string };

/** A large link that calls a telephone or opens the map. */
export function Reach(props: Props) {
  if (props.kind === 'map')
    return (
      <a
        className={styles.map}
        href={props.href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Voir ${props.place} sur la carte (nouvel onglet)`}
      >
        <IconMapPin size={28} stroke={1.75} aria-hidden="true" />
      </a>
    );
  const dialled = telephoneUrl(props.phone);
  if (dialled === null) return null;
  return (
    <a
      className={styles.call}
      href={dialled}
      aria-label={`Appeler ${props.name}, ${formatPhone(props.phone)}`}
    >
      <IconPhone size={28} stroke={1.75} aria-hidden="true" />
    </a>
  );
}
