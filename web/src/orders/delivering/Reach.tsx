import { ActionIcon } from '@mantine/core';
import { IconMapPin, IconPhone } from '@tabler/icons-react';
import { formatPhone, telephoneAddress } from '../../lib/format/phone.ts';
import { mapAddress } from './map-address.ts';

type Props = { kind: 'call'; phone: string; name: string } | { kind: 'map'; zone: string; address: string };

const SIZE_PX = 56;

/** A call or the map under the thumb, also of a gloved hand. */
export function Reach(props: Props) {
  if (props.kind === 'map')
    return (
      <ActionIcon
        component="a"
        href={mapAddress(props.address, props.zone)}
        target="_blank"
        rel="noopener noreferrer"
        size={SIZE_PX}
        variant="default"
        aria-label={`Voir ${props.zone} sur la carte (nouvel onglet)`}
      >
        <IconMapPin size={28} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    );
  const dialled = telephoneAddress(props.phone);
  if (dialled === null) return null;
  return (
    <ActionIcon
      component="a"
      href={dialled}
      size={SIZE_PX}
      variant="light"
      aria-label={`Appeler ${props.name}, ${formatPhone(props.phone)}`}
    >
      <IconPhone size={28} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}
