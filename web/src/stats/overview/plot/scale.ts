/** The value at the top of a scale: round, no smaller than the largest one, and with a round half. */
export function topOf(largest: number): number {
  const half = Math.max(1, largest / 2);
  const power = 10 ** Math.floor(Math.log10(half));
  const step = [1, 2, 5, 10].find((round) => round * power >= half) ?? 10;
  return 2 * step * power;
}

/** The same for minutes: hours are halved and doubled, not cut in tens. */
export function topOfMinutes(largest: number): number {
  let top = 20;
  while (top < largest) top = top === 20 ? 60 : top * 2;
  return top;
}

const compact = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 });

/** `120 k`, `1,2 M`: there is little room beside a plot. */
export function formatShort(value: number): string {
  return compact.format(value);
}
