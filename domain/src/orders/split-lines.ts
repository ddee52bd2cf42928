/** Says which lines of a prescription a customer takes, and how many boxes. */
export interface Choice {
  /** Ids of the medicines that are left out. */
  readonly leftOut: readonly string[];
  /** Boxes of a medicine that is taken in part; absent ones are taken whole. */
  readonly quantities?: readonly { readonly medicationId: string; readonly quantity: number }[] | undefined;
}

/** The lines of a prescription that a customer orders, and those that she leaves out; a line that she takes in part is in both. */
export interface SplitLines<Line> {
  readonly taken: Line[];
  /** `position` is the index of a line among all lines. */
  readonly leftOut: (Line & { readonly position: number })[];
}

interface Line {
  readonly medicationId: string;
  readonly quantity: number;
}

/** Splits the lines of a prescription by what the customer takes of them. */
export function splitLines<One extends Line>(
  lines: readonly One[],
  { leftOut, quantities = [] }: Choice,
): SplitLines<One> {
  const left = new Map(quantities.map(({ medicationId, quantity }) => [medicationId, quantity]));
  for (const id of leftOut) left.set(id, 0);
  const parts = lines.map((line, position) => {
    const wanted = left.get(line.medicationId) ?? line.quantity;
    const taken = Math.min(wanted, line.quantity);
    if (left.has(line.medicationId)) left.set(line.medicationId, wanted - taken);
    return { line, position, taken };
  });
  return {
    taken: parts.flatMap(({ line, taken }) => (taken > 0 ? [withQuantity(line, taken)] : [])),
    leftOut: parts.flatMap(({ line, position, taken }) =>
      taken < line.quantity ? [{ ...withQuantity(line, line.quantity - taken), position }] : [],
    ),
  };
}

const withQuantity = <One extends Line>(line: One, quantity: number): One =>
  line.quantity === quantity ? line : { ...line, quantity };

/** The choice by which `splitLines` has left these lines out; of a medicine that several lines name, their boxes together. */
export function choiceOf(
  taken: readonly Line[],
  leftOut: readonly Line[],
): { leftOut: string[]; quantities: Line[] } {
  const boxes = boxesByMedicine(taken);
  const left = [...boxesByMedicine(leftOut).keys()];
  return {
    leftOut: left.filter((id) => !boxes.has(id)),
    quantities: left.flatMap((medicationId) => {
      const quantity = boxes.get(medicationId);
      return quantity === undefined ? [] : [{ medicationId, quantity }];
    }),
  };
}

function boxesByMedicine(lines: readonly Line[]): Map<string, number> {
  const boxes = new Map<string, number>();
  for (const { medicationId: id, quantity } of lines) boxes.set(id, (boxes.get(id) ?? 0) + quantity);
  return boxes;
}

/** Limits the lines that are offered to the boxes of an order, taken or left out: boxes that came back later are not part of it. */
export function withinOrder<One extends Line>(
  offered: readonly One[],
  taken: readonly Line[],
  leftOut: readonly Line[],
): One[] {
  const known = boxesByMedicine([...taken, ...leftOut]);
  return offered.flatMap((line) => {
    const boxes = Math.min(line.quantity, known.get(line.medicationId) ?? 0);
    known.set(line.medicationId, (known.get(line.medicationId) ?? 0) - boxes);
    return boxes > 0 ? [withQuantity(line, boxes)] : [];
  });
}

/** Splits the lines that replace those of an order by what was left out before, unless no line would be taken: then all are. */
export function splitRewritten<One extends Line>(
  lines: readonly One[],
  taken: readonly Line[],
  leftOut: readonly Line[],
): SplitLines<One> {
  const split = splitLines(lines, choiceOf(taken, leftOut));
  return split.taken.length === 0 ? { taken: [...lines], leftOut: [] } : split;
}

/** Joins the lines that `splitLines` has split, in their first order. */
export function joinLines<One extends Line>(
  taken: readonly One[],
  leftOut: readonly (One & { readonly position: number })[],
): One[] {
  const lines = [...taken];
  for (const line of [...leftOut].sort((one, other) => one.position - other.position)) {
    const same = lines[line.position];
    if (same?.medicationId === line.medicationId)
      lines[line.position] = withQuantity(same, same.quantity + line.quantity);
    else lines.splice(line.position, 0, line);
  }
  return lines;
}
