import { type RefusalCode, refusals } from '@amasin/domain/contract/refusals.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { orderDraft } from '@amasin/domain/orders/draft.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import { ApiError, fieldErrors } from '../../lib/api-error.ts';
import type { DraftLine, OrderWay } from './draft.ts';
import type { DraftErrors, DraftField } from './steps.ts';

/** Paths in the body of an order or, after `order.`, of a payment. */
const paths: readonly (readonly [RegExp, DraftField])[] = [
  [/^(order\.)?prescription/, 'what'],
  [/^(order\.)?deliveryZone$/, 'zone'],
  [/^(order\.)?deliveryAddress$/, 'address'],
  [/^(order\.)?insuranceCard$/, 'insurance'],
];

/** Validates an order with the server's schema. */
export function checkDraft(body: unknown): DraftErrors {
  const checked = orderDraft.safeParse(body);
  if (checked.success) return {};
  return errorsOf(checked.error.issues.map(({ path, message }) => [path.join('.'), message]));
}

/** The first message for each field of the form. */
function errorsOf(texts: readonly (readonly [path: string, message: string])[]): DraftErrors {
  const errors: DraftErrors = {};
  for (const [path, message] of texts) {
    const field = paths.find(([shape]) => shape.test(path))?.[1];
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}

/** A refusal of the server, mapped to the form. */
export type Refused = {
  errors: DraftErrors;
  /** Messages by index of the refused line. */
  lines: ReadonlyMap<number, string>;
  /** The current amounts. */
  quote: Quote | null;
  /** The refusal concerns an unnamed line: prices must be refreshed from the catalogue. */
  needsRefresh: boolean;
  /** The photograph cannot be used: another one is needed. */
  isFileInvalid: boolean;
  /** The card has to be checked, or its insurer has to answer, before the payment: the order can be placed unpaid, or paid without the card. */
  isCardAwaited: boolean;
  /** Zones, card or prescription are outdated and must be reloaded. */
  isStale: boolean;
};

/** The path of each refusal that names none. */
const pathOfCode: Readonly<Record<string, string>> = {
  ZONE_UNAVAILABLE: 'deliveryZone',
  PRESCRIPTION_USED: 'prescription',
  PRESCRIPTION_EXPIRED: 'prescription',
  PRESCRIPTION_RESERVED: 'prescription',
  NO_PRESCRIPTION: 'prescription',
  TOO_MANY_TRIES: 'prescription',
  INSURANCE_UNVERIFIED: 'insuranceCard',
  INSURER_WAITS: 'insuranceCard',
  INSURANCE_CEILING: 'insuranceCard',
  INSURANCE_REFUSED: 'insuranceCard',
  NOTHING_TO_PAY: 'insuranceCard',
  MEDICATION_TO_REVIEW: 'prescription',
} satisfies Partial<Record<RefusalCode, string>>;

const aboutSomeLine: readonly string[] = [
  'MEDICATION_UNAVAILABLE',
  'MEDICINE_RECALLED',
  'MEDICATION_NOT_PRICED',
  'AMOUNT_CHANGED',
] satisfies RefusalCode[];

const LINE = /^(?:order\.)?prescription\.items\.(\d+)\./;
const FILE = /^(?:order\.)?prescription\.url$/;

/** The order of this photograph exists: the response of an earlier request was lost. */
const FILE_USED = 'Cette photo a déjà servi. Regardez dans Suivi, ou choisissez-en une autre.';

/** @param way the way of the refused order */
export function readRefusal(error: unknown, way: OrderWay): Refused {
  const refused: Refused = {
    errors: {},
    lines: new Map(),
    quote: null,
    needsRefresh: false,
    isFileInvalid: false,
    isCardAwaited: false,
    isStale: false,
  };
  if (!(error instanceof ApiError)) return refused;
  const { code, message } = error;
  const fields = Object.entries(fieldErrors(error, pathOfCode));
  const lines = new Map<number, string>();
  for (const [path, text] of fields) {
    const place = LINE.exec(path)?.[1];
    if (place !== undefined) lines.set(Number(place), text);
  }
  const errors = errorsOf(fields.filter(([path]) => !LINE.test(path)));
  const isAboutLine = aboutSomeLine.includes(code) && lines.size === 0;
  // The customer cannot change the lines of a prescription.
  if (isAboutLine && way === 'code' && code !== 'AMOUNT_CHANGED') errors.what = message;
  const isUsedFile = way === 'photo' && code === 'KEY_REUSED';
  if (isUsedFile) errors.what = FILE_USED;
  return {
    errors,
    lines,
    quote: code === 'AMOUNT_CHANGED' ? readQuote(error.body) : null,
    needsRefresh: isAboutLine && way === 'without',
    isFileInvalid: isUsedFile || fields.some(([path]) => FILE.test(path)),
    isCardAwaited: code === 'INSURANCE_UNVERIFIED' || code === 'INSURER_WAITS',
    isStale: code in pathOfCode || errors.insurance !== undefined || code === 'AMOUNT_CHANGED',
  };
}

/** The problem of a medicine that requires a prescription. */
export const PRESCRIPTION_NEEDED: string = refusals.PRESCRIPTION_NEEDED.message;

/** Why these medicines cannot be ordered, by id. @param found their current catalogue entries; deleted ones are missing */
export function findProblems(
  lines: readonly DraftLine[],
  found: readonly Pick<Medication, '_id' | 'requiresPrescription'>[],
): ReadonlyMap<string, string> {
  const present = new Map(found.map((medication) => [medication._id, medication]));
  return new Map(
    lines.flatMap(({ medicationId }) => {
      const medication = present.get(medicationId);
      if (medication === undefined) return [[medicationId, refusals.MEDICATION_UNAVAILABLE.message] as const];
      return medication.requiresPrescription ? [[medicationId, PRESCRIPTION_NEEDED] as const] : [];
    }),
  );
}

function readQuote(body: unknown): Quote | null {
  if (typeof body !== 'object' || body === null || !('quote' in body)) return null;
  const { quote } = body;
  if (typeof quote !== 'object' || quote === null) return null;
  const amount = (name: keyof Quote) => {
    const value = (quote as Partial<Record<keyof Quote, unknown>>)[name];
    return typeof value === 'number' ? value : Number.NaN;
  };
  const read: Quote = {
    medicines: amount('medicines'),
    deliveryFee: amount('deliveryFee'),
    commission: amount('commission'),
    reduction: amount('reduction'),
    total: amount('total'),
  };
  return Object.values(read).every(Number.isInteger) ? read : null;
}
