import { type MedicationForm, medicationForms } from '@amasin/domain/medications/form.ts';
import { QUANTITY_MAX } from '../../lib/quantity.ts';
import { flag, list, number, object, oneOf, or, type Schema, text, where } from '../../lib/schema.ts';
import { randomName } from '../../lib/stored.ts';

/**
 * The three ways to order: medicines without a prescription, a photographed prescription, or the code of a
 * digital one.
 */
export const orderWays = ['without', 'photo', 'code'] as const;

export type OrderWay = (typeof orderWays)[number];

/** One medicine of an order being written. `price` is the catalogue's when it was last read, in FCFA. */
export type DraftLine = {
  medicationId: string;
  label: string;
  form: MedicationForm;
  price: number;
  quantity: number;
  /** The text typed in place of the quantity, while it is not one: the line is not counted, and cannot be ordered. */
  typed?: string;
  /** The unusually large quantity that the customer has confirmed. */
  confirmed?: number;
};

/** A pharmacy, as the customer knows it. */
export type Wish = { _id: string; name: string };

/** The values of each way are kept when another way is selected. */
export type Draft = {
  /** The server accepts one payment per basket, from any tab or attempt. */
  basketId: string;
  way: OrderWay;
  lines: readonly DraftLine[];
  /** Key of the uploaded photograph, if any. */
  fileKey: string | null;
  /** The typed number of a digital prescription. */
  code: string;
  /** Ids of the medicines of that prescription that the customer does not take; null until she says so. */
  leftOut: readonly string[] | null;
  /** Boxes of those of which she takes a part. */
  quantities: readonly { medicationId: string; quantity: number }[];
  zoneId: string | null;
  /** The sector that was picked; null if the zone itself was. */
  sector: string | null;
  address: string;
  /** Uses the insurance card. */
  insured: boolean;
  /** The pharmacy that the customer wishes for. */
  wish: Wish | null;
};

export const emptyDraft: Omit<Draft, 'basketId'> = {
  way: 'without',
  lines: [],
  fileKey: null,
  code: '',
  leftOut: null,
  quantities: [],
  zoneId: null,
  sector: null,
  address: '',
  insured: false,
  wish: null,
};

export const newDraft = (address: string): Draft => ({ basketId: randomName(), ...emptyDraft, address });

/** Above it a quantity is confirmed: more is seldom meant than typed by mistake. */
const QUANTITY_USUAL = 20;

/** Whether the customer must confirm the quantity of this line. */
export const isDoubtful = ({ quantity, typed, confirmed }: DraftLine): boolean =>
  typed === undefined && quantity > QUANTITY_USUAL && confirmed !== quantity;

/** The lines that have a quantity. */
export const countedLines = (lines: readonly DraftLine[]): readonly DraftLine[] =>
  lines.filter(({ typed }) => typed === undefined);

type Chosen = { _id: string; label: string; form: MedicationForm; price: number };

/** Adding a medicine again increases its quantity, and updates its price. */
export function addMedicine(draft: Draft, { _id, label, form, price }: Chosen): Draft {
  const before = draft.lines.find((line) => line.medicationId === _id);
  if (before === undefined) {
    return { ...draft, lines: [...draft.lines, { medicationId: _id, label, form, price, quantity: 1 }] };
  }
  const quantity = Math.min(before.quantity + 1, QUANTITY_MAX);
  return withLine(draft, _id, ({ typed: _, ...line }) => ({ ...line, price, quantity }));
}

/** Adds the medicines of another draft. Of one that is in both, the quantity is that of `basket`: repeating this changes nothing. */
export function addBasket(draft: Draft, basket: Draft | null): Draft {
  if (basket === null || basket.lines.length === 0) return draft;
  const isNew = ({ medicationId }: DraftLine) =>
    !basket.lines.some((line) => line.medicationId === medicationId);
  return { ...draft, way: 'without', lines: [...draft.lines.filter(isNew), ...basket.lines] };
}

/** 0 or less removes the line; the maximum is 999. */
export function setQuantity(draft: Draft, medicationId: string, quantity: number): Draft {
  if (quantity <= 0) {
    return { ...draft, lines: draft.lines.filter((line) => line.medicationId !== medicationId) };
  }
  const whole = Math.min(Math.trunc(quantity), QUANTITY_MAX);
  return withLine(draft, medicationId, ({ typed: _, ...line }) => ({ ...line, quantity: whole }));
}

/** A typed text that is not a quantity stays as it is, and the line is marked (rule 45). */
export function mistypeQuantity(draft: Draft, medicationId: string, typed: string): Draft {
  return withLine(draft, medicationId, (line) => ({ ...line, typed }));
}

/** The customer means this quantity. */
export function confirmQuantity(draft: Draft, medicationId: string): Draft {
  return withLine(draft, medicationId, (line) => ({ ...line, confirmed: line.quantity }));
}

/** Restores a removed line at its position. */
export function restoreLine(draft: Draft, line: DraftLine, index: number): Draft {
  const lines = draft.lines.filter(({ medicationId }) => medicationId !== line.medicationId);
  lines.splice(index, 0, line);
  return { ...draft, lines };
}

/** Updates prices from the catalogue. */
export function renewPrices(draft: Draft, found: readonly { _id: string; price: number }[]): Draft {
  const prices = new Map(found.map(({ _id, price }) => [_id, price]));
  return {
    ...draft,
    lines: draft.lines.map((line) => ({ ...line, price: prices.get(line.medicationId) ?? line.price })),
  };
}

/** Whether something to order was chosen. */
export const hasChosen = ({ lines, fileKey, code }: Draft): boolean =>
  lines.length > 0 || fileKey !== null || code !== '';

/** Whether the draft differs from a new one; `usual` is the address of the profile. */
export function isBegun(draft: Draft, usual: string): boolean {
  const { way, zoneId, address, wish } = draft;
  return way !== emptyDraft.way || hasChosen(draft) || zoneId !== null || wish !== null || address !== usual;
}

/** A draft on the device. `usual` is the address that the profile had. */
export type StoredDraft = Draft & { usual?: string };

/** Reads drafts of earlier versions of the form too, which had fewer fields. */
export const storedDraft: Schema<StoredDraft> = object<StoredDraft>({
  basketId: (value) => or(text, null)(value) ?? randomName(),
  way: or(oneOf(orderWays), emptyDraft.way),
  lines: list(
    object<DraftLine>({
      medicationId: text,
      label: text,
      form: oneOf(medicationForms),
      price: where(number, Number.isInteger),
      quantity: where(number, (value) => Number.isInteger(value) && value >= 1 && value <= QUANTITY_MAX),
      typed: or(text, undefined),
      confirmed: or(number, undefined),
    }),
  ),
  fileKey: or(text, null),
  code: or(text, ''),
  leftOut: or(list(text), null),
  quantities: or(
    list(
      object<Draft['quantities'][number]>({ medicationId: text, quantity: where(number, Number.isInteger) }),
    ),
    [],
  ),
  zoneId: or(text, null),
  sector: or(text, null),
  address: text,
  insured: or(flag, false),
  wish: or(object<Wish>({ _id: text, name: text }), null),
  usual: or(text, undefined),
});

/**
 * A stored draft with the profile's address of today, `usualNow`, unless another one was typed. Earlier versions did not
 * store `usual`: a draft with nothing but an address had the profile's, and is none.
 */
export function resumeDraft(stored: StoredDraft | null | undefined, usualNow: string): Draft | null {
  if (stored == null) return null;
  const { usual, ...draft } = stored;
  if (usual === undefined && !isBegun(draft, draft.address)) return null;
  return { ...draft, address: draft.address === usual ? usualNow : draft.address };
}

function withLine(draft: Draft, medicationId: string, change: (line: DraftLine) => DraftLine): Draft {
  return {
    ...draft,
    lines: draft.lines.map((line) => (line.medicationId === medicationId ? change(line) : line)),
  };
}
