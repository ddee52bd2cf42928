import { IconMapPin, IconPhone } from '@tabler/icons-react';
import { formatPhone, telephoneUrl } from '../../lib/format/phone.ts';
import { mapUrl } from './map-url.ts';
import styles from './Reach.module.css';

type Props =
  | { kind: 'call'; phone: string; name: string }
  | { kind: 'map'; zone: string; town: string; address: string };

/** A large link that calls a telephone or opens the map. */
export function Reach(props: Props) {
  if (props.kind === 'map')
    return (
      <a
        className={styles.map}
        href={mapUrl(props.address, props.zone, props.town)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Voir ${props.zone} sur la carte (nouvel onglet)`}
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
