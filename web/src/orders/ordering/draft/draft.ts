import { type MedicationForm, medicationForms } from '@amasin/domain/medications/form.ts';
import { randomName } from '../../../lib/storage/storage.ts';
import { type OrderWay, orderWays } from '../ways/order-way.ts';

/** One medicine of an order being written; `price` is the catalogue's when it was chosen, FCFA. */
export type DraftLine = {
  medicationId: string;
  label: string;
  form: MedicationForm;
  price: number;
  quantity: number;
};

/** What was written for one way stays while another is looked at. */
export type Draft = {
  /** Names the basket for the server: it is paid once, whatever tab or attempt sends it. */
  basketId: string;
  way: OrderWay;
  lines: readonly DraftLine[];
  /** Key of the photographed prescription, once it has been sent; null while there is none. */
  fileKey: string | null;
  /** The number of a digital prescription, as it was typed. */
  code: string;
  zoneId: string | null;
  /** The quarter by which the zone was found; null when it was found by its own name. */
  sector: string | null;
  address: string;
  /** The customer's insurance card shall pay its part. */
  insured: boolean;
};

export const emptyDraft: Omit<Draft, 'basketId'> = {
  way: 'without',
  lines: [],
  fileKey: null,
  code: '',
  zoneId: null,
  sector: null,
  address: '',
  insured: false,
};

export const newDraft = (address: string): Draft => ({ basketId: randomName(), ...emptyDraft, address });

export const QUANTITY_MAX = 999;

type Chosen = { _id: string; label: string; form: MedicationForm; price: number };

/** Chosen again, a medicine is counted once more. Its price is renewed. */
export function addMedicine(draft: Draft, { _id, label, form, price }: Chosen): Draft {
  const before = draft.lines.find((line) => line.medicationId === _id);
  if (before === undefined) {
    return { ...draft, lines: [...draft.lines, { medicationId: _id, label, form, price, quantity: 1 }] };
  }
  const quantity = Math.min(before.quantity + 1, QUANTITY_MAX);
  return withLine(draft, _id, (line) => ({ ...line, price, quantity }));
}

/** 0 or below removes the line (SPEC 5); above 999 stays 999. */
export function setQuantity(draft: Draft, medicationId: string, quantity: number): Draft {
  if (quantity <= 0) {
    return { ...draft, lines: draft.lines.filter((line) => line.medicationId !== medicationId) };
  }
  const whole = Math.min(Math.trunc(quantity), QUANTITY_MAX);
  return withLine(draft, medicationId, (line) => ({ ...line, quantity: whole }));
}

/** Puts a removed line back where it stood. */
export function restoreLine(draft: Draft, line: DraftLine, index: number): Draft {
  const others = draft.lines.filter(({ medicationId }) => medicationId !== line.medicationId);
  return { ...draft, lines: others.toSpliced(index, 0, line) };
}

/** Takes over what the catalogue says now. */
export function renewPrices(draft: Draft, found: readonly { _id: string; price: number }[]): Draft {
  const prices = new Map(found.map(({ _id, price }) => [_id, price]));
  return {
    ...draft,
    lines: draft.lines.map((line) => ({ ...line, price: prices.get(line.medicationId) ?? line.price })),
  };
}

/** Whether anything was written that the form does not begin with. */
export function isBegun({ way, lines, fileKey, code, zoneId, address }: Draft, usual: string): boolean {
  return (
    way !== emptyDraft.way ||
    lines.length > 0 ||
    fileKey !== null ||
    code !== '' ||
    zoneId !== null ||
    address !== usual
  );
}

/**
 * A draft as it was kept on the device, perhaps by an earlier version of the form; null for anything else. An address
 * that was the profile's when it was kept (`usual` beside it) is `usualNow`, what the profile says today. Earlier
 * versions did not tell which it was: where they kept nothing but an address, it was the profile's.
 */
export function readDraft(kept: unknown, usualNow: string): Draft | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { basketId, way, lines, fileKey, code, zoneId, sector, address, insured, usual } = kept as Partial<
    Record<keyof Draft | 'usual', unknown>
  >;
  if (!Array.isArray(lines) || typeof address !== 'string') return null;
  const draft: Draft = {
    basketId: typeof basketId === 'string' ? basketId : randomName(),
    way: orderWays.find((known) => known === way) ?? emptyDraft.way,
    lines: lines.filter(isLine),
    fileKey: typeof fileKey === 'string' ? fileKey : null,
    code: typeof code === 'string' ? code : '',
    zoneId: typeof zoneId === 'string' ? zoneId : null,
    sector: typeof sector === 'string' ? sector : null,
    address: address === usual ? usualNow : address,
    insured: insured === true,
  };
  return usual !== undefined || isBegun(draft, address) ? draft : null;
}

function withLine(draft: Draft, medicationId: string, change: (line: DraftLine) => DraftLine): Draft {
  return {
    ...draft,
    lines: draft.lines.map((line) => (line.medicationId === medicationId ? change(line) : line)),
  };
}

function isLine(value: unknown): value is DraftLine {
  if (typeof value !== 'object' || value === null) return false;
  const { medicationId, label, form, price, quantity } = value as Partial<Record<keyof DraftLine, unknown>>;
  return (
    typeof medicationId === 'string' &&
    typeof label === 'string' &&
    medicationForms.some((known) => known === form) &&
    Number.isInteger(price) &&
    typeof quantity === 'number' &&
    Number.isInteger(quantity) &&
    quantity >= 1 &&
    quantity <= QUANTITY_MAX
  );
}
