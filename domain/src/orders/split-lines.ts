/** The lines of a prescription that a customer orders, and those that she leaves out. */
export interface SplitLines<Line> {
  readonly taken: Line[];
  /** With their index among all lines. */
  readonly leftOut: (Line & { readonly position: number })[];
}

/** Splits the lines of a prescription by the ids of the medicines that are left out. */
export function splitLines<Line extends { readonly medicationId: string }>(
  lines: readonly Line[],
  leftOut: Iterable<string>,
): SplitLines<Line> {
  const ids = new Set(leftOut);
  return {
    taken: lines.filter(({ medicationId }) => !ids.has(medicationId)),
    leftOut: lines.flatMap((line, position) => (ids.has(line.medicationId) ? [{ ...line, position }] : [])),
  };
}

/** Splits the lines that have replaced those of an order: all are taken when none of the others would remain. */
export function splitRewritten<Line extends { readonly medicationId: string }>(
  lines: readonly Line[],
  before: readonly { readonly medicationId: string }[],
): SplitLines<Line> {
  const split = splitLines(
    lines,
    before.map(({ medicationId }) => medicationId),
  );
  return split.taken.length === 0 ? { taken: [...lines], leftOut: [] } : split;
}

/** All lines of the prescription, in its order. */
export function joinLines<Line extends { readonly medicationId: string }>(
  taken: readonly Line[],
  leftOut: readonly (Line & { readonly position: number })[],
): Line[] {
  const lines = [...taken];
  for (const line of leftOut.toSorted((one, other) => one.position - other.position))
    lines.splice(line.position, 0, line);
  return lines;
}
