import { addDays, dayInBenin, timeInBenin } from '@amasin/domain/contract/dates.ts';
import { firstUpper, onceUsed, TIME_ZONE } from '@amasin/domain/contract/format.ts';
import { type OpeningRule, openingAt, readHours, type Span } from '@amasin/domain/pharmacies/opening.ts';
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
import { useNow } from '../lib/use-now.ts';
import { StateBadge } from '../ui/badges.tsx';
import { PhoneLink } from '../ui/text.tsx';
import styles from './PharmacyCard.module.css';
import type { Position } from './use-position.ts';

/** Directions on OpenStreetMap, from the person's position when known; null for a pharmacy without position. */
export function directionsTo({ location }: Pharmacy, { point, own }: Position): string | null {
  if (location === null) return null;
  const [lng, lat] = location.coordinates;
  const from = own ? `${point.lat},${point.lng}` : '';
  const route = encodeURIComponent(`${from};${lat},${lng}`);
  return `https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=${route}`;
}

const oneDecimal = onceUsed(
  () => new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 0, maximumFractionDigits: 1 }),
);

/** « à 1,2 km », below a kilometre « à 300 m ». */
export function formatDistance(km: number): string {
  const hundreds = Math.round(km * 10);
  if (km < 0.1) return 'à moins de 100\u00a0m';
  if (hundreds < 10) return `à ${hundreds * 100}\u00a0m`;
  return `à ${oneDecimal().format(km)}\u00a0km`;
}

const days: Readonly<Record<string, string>> = {
  Mo: 'lun.',
  Tu: 'mar.',
  We: 'mer.',
  Th: 'jeu.',
  Fr: 'ven.',
  Sa: 'sam.',
  Su: 'dim.',
  PH: 'jours fériés',
};

/** OpenStreetMap's opening hours in French; texts that are not read are unchanged. */
export function formatHours(hours: string): string {
  const rules = readHours(hours);
  if (rules === null) return hours;
  const text = rules.map(formatRule).join('\u00a0; ');
  return text === 'tous les jours 24\u00a0h/24' ? '24\u00a0h/24, 7\u00a0j/7' : firstUpper(text);
}

function formatRule({ days: groups, spans }: OpeningRule): string {
  const when =
    groups === null
      ? 'tous les jours'
      : groups.map((names) => names.map((name) => days[name]).join('–')).join(', ');
  return `${when} ${spans.length === 0 ? 'fermé' : spans.map(formatSpan).join(', ')}`;
}

function formatSpan({ from, to }: Span): string {
  if (from === 0 && to % (24 * 60) === 0) return '24\u00a0h/24';
  return `${formatTime(from)} – ${formatTime(to)}`;
}

const formatTime = (minutes: number) => shortTime(Math.floor(minutes / 60), minutes % 60);

/** « 8 h », « 12 h 30 ». */
const shortTime = (hours: number, minutes: number) =>
  `${hours}\u00a0h${minutes === 0 ? '' : `\u00a0${String(minutes).padStart(2, '0')}`}`;

const weekday = onceUsed(() => new Intl.DateTimeFormat('fr-FR', { weekday: 'long', timeZone: TIME_ZONE }));

/** « Ouverte jusqu’à 22 h », « Fermée, ouvre demain à 8 h »; null when the hours are not known. */
export function formatOpening(
  { hours, onDuty }: Pick<Pharmacy, 'hours' | 'onDuty'>,
  now: Date,
): { isOpen: boolean; isAlways: boolean; text: string } | null {
  const rules = hours === null ? null : readHours(hours);
  if (rules === null) return null;
  const { isOpen, until } = openingAt(rules, now);
  const isAlways = isOpen && until === null;
  if (isOpen)
    return {
      isOpen,
      isAlways,
      text: until === null ? 'Ouverte 24\u00a0h/24' : `Ouverte jusqu’à ${timeOf(until)}`,
    };
  // Its shift says that it is open, whatever its usual hours.
  if (onDuty) return null;
  return {
    isOpen,
    isAlways,
    text: until === null ? 'Fermée' : `Fermée, ouvre ${dayOf(until, now)}à ${timeOf(until)}`,
  };
}

function timeOf(at: Date): string {
  const [hours = 0, minutes = 0] = timeInBenin(at).slice(11).split(':').map(Number);
  return shortTime(hours, minutes);
}

/** Nothing for today; « demain », « lundi ». */
function dayOf(at: Date, now: Date): string {
  const day = dayInBenin(at);
  const today = dayInBenin(now);
  if (day === today) return '';
  return `${day === addDays(today, 1) ? 'demain' : weekday().format(at)} `;
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type Props = { pharmacy: Pharmacy; position: Position; badge?: ReactNode };

function PharmacyCard({ pharmacy, position, badge }: Props) {
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
      {badge || onDuty || isPartner ? (
        <div className={styles.badges}>
          {badge}
          {onDuty ? <StateBadge tone="amber" icon={IconMoonStars} label="De garde" /> : null}
          {isPartner ? <StateBadge tone="teal" icon={IconHeartHandshake} label="Partenaire" /> : null}
        </div>
      ) : null}
      <div className={styles.facts}>
        {phone === null ? null : (
          <Fact icon={<IconPhone {...icon} />}>
            <span className={styles.phone}>
              <PhoneLink phone={phone} name={name} />
            </span>
          </Fact>
        )}
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

type PharmacyListProps<P> = {
  pharmacies: readonly P[];
  position: Position;
  /** What else is said of a pharmacy. */
  badgeOf?: (pharmacy: P) => ReactNode;
  /** The list of the previous search, while the next one loads. */
  outdated?: boolean;
};

export function PharmacyList<P extends Pharmacy>({
  pharmacies,
  position,
  badgeOf,
  outdated = false,
}: PharmacyListProps<P>) {
  return (
    <ul className={styles.list} aria-label="Pharmacies" data-outdated={outdated || undefined}>
      {pharmacies.map((pharmacy) => (
        <PharmacyCard
          key={pharmacy._id}
          pharmacy={pharmacy}
          position={position}
          badge={badgeOf?.(pharmacy)}
        />
      ))}
    </ul>
  );
}
