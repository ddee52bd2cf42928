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

const ALWAYS = '24\u00a0h/24, 7\u00a0j/7';

/** OpenStreetMap's opening hours (`Mo-Sa 08:00-20:00; Su off`) in French; other texts are unchanged. */
export function formatHours(hours: string): string {
  if (/^24\/7$/.test(hours.trim())) return ALWAYS;
  const rules = hours.split(/\s*;\s*/).filter((rule) => rule !== '');
  const texts = rules.map(readRule);
  if (texts.length === 0 || texts.some((text) => text === null)) return hours;
  const text = texts.join('\u00a0; ');
  return text === `tous les jours 24\u00a0h/24` ? ALWAYS : text.charAt(0).toUpperCase() + text.slice(1);
}

function readRule(rule: string): string | null {
  const found = /^([A-Za-z, -]*?)\s*(off|closed|\d{1,2}:\d{2}.*)$/.exec(rule);
  if (found === null) return null;
  const when = readDays(found[1] ?? '');
  const times = /^(off|closed)$/.test(found[2] ?? '') ? 'fermé' : readTimes(found[2] ?? '');
  return when === null || times === null ? null : `${when} ${times}`.trim();
}

function readDays(written: string): string | null {
  if (written === '' || written === 'Mo-Su') return 'tous les jours';
  const parts = written.split(/\s*,\s*/).map((part) => {
    const names = part.split('-').map((day) => days[day.trim()]);
    return names.length > 2 || names.some((name) => name === undefined) ? null : names.join('–');
  });
  return parts.some((part) => part === null) ? null : parts.join(', ');
}

function readTimes(written: string): string | null {
  const spans = written.split(/\s*,\s*/).map((span) => {
    const found = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(span);
    if (found === null) return null;
    const [begin, end] = [readTime(found[1], found[2]), readTime(found[3], found[4])];
    return begin === '0\u00a0h' && (end === begin || end === '24\u00a0h')
      ? '24\u00a0h/24'
      : `${begin} – ${end}`;
  });
  return spans.some((span) => span === null) ? null : spans.join(', ');
}

function readTime(hours = '', minutes = ''): string {
  return `${Number(hours)}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`;
}
