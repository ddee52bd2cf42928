import { addDays, dayInBenin, timeInBenin } from '@amasin/domain/contract/dates.ts';
import { TIME_ZONE } from '@amasin/domain/contract/format.ts';
import { type OpeningRule, openingAt, readHours, type Span } from '@amasin/domain/pharmacies/opening.ts';
import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import type { Position } from '../finding/use-position.ts';

/** Directions on OpenStreetMap, from the person's position when known; null for a pharmacy without position. */
export function directionsTo({ location }: Pharmacy, { point, own }: Position): string | null {
  if (location === null) return null;
  const [lng, lat] = location.coordinates;
  const from = own ? `${point.lat},${point.lng}` : '';
  const route = encodeURIComponent(`${from};${lat},${lng}`);
  return `https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=${route}`;
}

const oneDecimal = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 0, maximumFractionDigits: 1 });

/** « à 1,2 km », below a kilometre « à 300 m ». */
export function formatDistance(km: number): string {
  if (km < 0.1) return 'à moins de 100\u00a0m';
  if (km < 1) return `à ${Math.round(km * 10) * 100}\u00a0m`;
  return `à ${oneDecimal.format(km)}\u00a0km`;
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
  return text === 'tous les jours 24\u00a0h/24'
    ? '24\u00a0h/24, 7\u00a0j/7'
    : text.charAt(0).toUpperCase() + text.slice(1);
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

const weekday = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', timeZone: TIME_ZONE });

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
  return `${day === addDays(today, 1) ? 'demain' : weekday.format(at)} `;
}
