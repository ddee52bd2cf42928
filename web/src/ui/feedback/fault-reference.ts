// Without those that are mistaken for one another, read out or written.
const SIGNS = '23456789ACDEFGHJKLMNPQRTUVWXYZ';

/** Benin is an hour ahead of UTC all year round. */
const HOUR_MS = 3_600_000;

/** `20-1405-K7Q`: the day and the minute (in Benin), then chance. Short enough for the telephone. */
export function faultReference(now: Date, chance: number): string {
  const here = new Date(now.getTime() + HOUR_MS).toISOString();
  const [day, hour, minute] = here.slice(8).split(/[T:]/);
  let left = Math.floor(chance * SIGNS.length ** 3);
  let signs = '';
  for (let place = 0; place < 3; place += 1) {
    signs += SIGNS[left % SIGNS.length];
    left = Math.floor(left / SIGNS.length);
  }
  return `${day}-${hour}${minute}-${signs}`;
}
