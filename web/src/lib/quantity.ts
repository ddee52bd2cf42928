// Not in format.ts, which every page loads.

export const QUANTITY_MAX = 999;

const INVALID_QUANTITY = 'Quantité entière, 1 au moins';
const TOO_MANY = `${QUANTITY_MAX} au plus`;

/** A typed quantity, « 12 »; null for anything but a whole number from 1 to 999 (rule 45). */
export function readQuantity(typed: string): number | null {
  const text = typed.trim();
  const quantity = /^\d+$/.test(text) ? Number(text) : 0;
  return quantity >= 1 && quantity <= QUANTITY_MAX ? quantity : null;
}

/** The problem with the quantity of a line in which this was typed, if it is not one. */
export const wrongQuantity = ({ typed }: { typed?: string | undefined }): string | undefined =>
  typed === undefined ? undefined : quantityProblem(typed);

/** Says what is expected in place of a typed quantity that cannot be read. */
function quantityProblem(typed: string): string {
  return /^\s*\d+\s*$/.test(typed) && Number(typed) > QUANTITY_MAX ? TOO_MANY : INVALID_QUANTITY;
}
