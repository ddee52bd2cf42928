// Without those that are mistaken for one another, read out or written.
const SIGNS = '23456789ACDEFGHJKLMNPQRTUVWXYZ';

/** `20-1405-K7Q`: the day and the minute (in Benin), then chance. Short enough for the telephone. */
export function faultReference(now: Date, chance: number): string {
  const [day, hour, minute] = ['day', 'hour', 'minute'].map((part) => partOf(now, part));
  let left = Math.floor(chance * SIGNS.length ** 3);
  let signs = '';
  for (let place = 0; place < 3; place += 1) {
    signs += SIGNS[left % SIGNS.length];
    left = Math.floor(left / SIGNS.length);
  }
  return `${day}-${hour}${minute}-${signs}`;
}

function partOf(now: Date, part: string): string {
  const written = { day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const parts = new Intl.DateTimeFormat('fr', { ...written, timeZone: 'Africa/Porto-Novo' }).formatToParts(
    now,
  );
  return parts.find(({ type }) => type === part)?.value ?? '';
}
