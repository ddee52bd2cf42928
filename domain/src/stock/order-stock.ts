/** What a pharmacy's believed list says of one line of an order. */
export interface StockedLine {
  readonly medicationId: string;
  readonly label: string;
  /** Null when the list does not name it. */
  readonly there: boolean | null;
  /** The pharmacy's own price, FCFA; null when its list has none. */
  readonly price: number | null;
  readonly seenAt: Date | null;
}

/** What a pharmacy's believed list says of an order. */
export interface OrderStock {
  /** Of all lines that it names, the one that was seen longest ago. */
  readonly seenAt: Date;
  /** Labels of the lines that it lacks. */
  readonly lacks: readonly string[];
  /** How many lines it has, and how many it does not name. */
  readonly has: number;
  readonly unknown: number;
}

/** Sums the lines of an order up; null when the list names none of them. */
export function sumStock(lines: readonly StockedLine[]): OrderStock | null {
  const times = lines.flatMap(({ seenAt }) => (seenAt === null ? [] : [seenAt.getTime()]));
  if (times.length === 0) return null;
  return {
    seenAt: new Date(Math.min(...times)),
    lacks: lines.filter(({ there }) => there === false).map(({ label }) => label),
    has: lines.filter(({ there }) => there === true).length,
    unknown: lines.filter(({ there }) => there === null).length,
  };
}
