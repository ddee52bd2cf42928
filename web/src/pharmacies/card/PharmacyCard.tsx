import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { Button } from '@mantine/core';
import {
  IconClock,
  IconHeartHandshake,
  IconMapPin,
  IconMoonStars,
  IconPhone,
  IconRoute,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../lib/use-now.ts';
import { StateBadge } from '../../ui/badges.tsx';
import { PhoneLink } from '../../ui/text.tsx';
import type { Position } from '../finding/use-position.ts';
import styles from './card.module.css';
import { directionsTo, formatDistance, formatHours, formatOpening } from './format.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type Props = { pharmacy: Pharmacy; position: Position };

export function PharmacyCard({ pharmacy, position }: Props) {
  const { name, onDuty, isPartner, distance, address, phone, hours } = pharmacy;
  const directions = directionsTo(pharmacy, position);
  const opening = formatOpening(pharmacy, useNow());
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.name} translate="no">
          {name}
        </h3>
        {distance === null ? null : <span className={styles.distance}>{formatDistance(distance)}</span>}
      </div>
      {onDuty || isPartner ? (
        <div className={styles.badges}>
          {onDuty ? <StateBadge tone="amber" icon={IconMoonStars} label="De garde" /> : null}
          {isPartner ? <StateBadge tone="teal" icon={IconHeartHandshake} label="Partenaire" /> : null}
        </div>
      ) : null}
      <div className={styles.facts}>
        {address === null ? null : (
          <Fact icon={<IconMapPin {...icon} />}>
            <span className={styles.address}>{address}</span>
          </Fact>
        )}
        {hours === null ? null : (
          <Fact icon={<IconClock {...icon} />}>
            {opening === null ? null : (
              <strong className={styles.opening} data-open={opening.isOpen || undefined}>
                {opening.text}
              </strong>
            )}
            {opening?.isAlways ? null : <span>{formatHours(hours)}</span>}
          </Fact>
        )}
        {phone === null ? null : (
          <Fact icon={<IconPhone {...icon} />}>
            <span className={styles.phone}>
              <PhoneLink phone={phone} name={name} />
            </span>
          </Fact>
        )}
      </div>
      <div className={styles.actions}>
        <Button
          component={Link}
          to={`/order?pharmacie=${pharmacy._id}`}
          variant="light"
          aria-label={`Commander, ${name}`}
        >
          Commander
        </Button>
        {directions === null ? null : (
          <Button
            component="a"
            href={directions}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            leftSection={<IconRoute {...icon} />}
            aria-label={`Itinéraire vers ${name} (nouvelle fenêtre)`}
          >
            Itinéraire
          </Button>
        )}
      </div>
    </li>
  );
}

function Fact({ icon: glyph, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <span className={styles.glyph}>{glyph}</span>
      <span>{children}</span>
    </div>
  );
}
