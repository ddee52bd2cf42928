/** The lines of a prescription that a customer orders, and those that she leaves out. */
export interface SplitLines<Line> {
  readonly taken: Line[];
  /** `position` is the index of a line among all lines. */
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

/** Splits the lines that replace those of an order by what was left out before, unless no line would be taken: then all are. */
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

/** Joins the lines that `splitLines` has split, in their first order. */
export function joinLines<Line extends { readonly medicationId: string }>(
  taken: readonly Line[],
  leftOut: readonly (Line & { readonly position: number })[],
): Line[] {
  const lines = [...taken];
  for (const line of [...leftOut].sort((one, other) => one.position - other.position))
    lines.splice(line.position, 0, line);
  return lines;
}
