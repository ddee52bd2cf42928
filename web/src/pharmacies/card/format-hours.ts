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

/**
 * The opening hours of a door in French: OpenStreetMap's notation (`Mo-Sa 08:00-20:00; Su off`) put into words; what it
 * is not is shown as it came.
 */
export function formatHours(hours: string): string {
  if (/^24\/7$/.test(hours.trim())) return ALWAYS;
  const rules = hours.split(/\s*;\s*/).filter((rule) => rule !== '');
  const words = rules.map(readRule);
  if (words.length === 0 || words.some((word) => word === null)) return hours;
  const text = words.join('\u00a0; ');
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
