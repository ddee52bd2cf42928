import type { RefusalCode } from '@amasin/domain/contract/refusals.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { errorsOf } from './check-draft.ts';
import type { DraftErrors } from './draft-errors.ts';

/** What a refusal of the server means for the form. */
export type Refused = {
  errors: DraftErrors;
  /** Places of the lines that are refused, with the reason. */
  lines: ReadonlyMap<number, string>;
  /** The amounts that hold now. */
  quote: Quote | null;
  /** Some line is meant, but not said which: the catalogue has to be asked again. */
  lookAgain: boolean;
};

const aboutSomeLine: readonly string[] = [
  'MEDICATION_UNAVAILABLE',
  'MEDICATION_NOT_PRICED',
  'AMOUNT_CHANGED',
] satisfies RefusalCode[];

const LINE = /^(?:order\.)?prescription\.items\.(\d+)\./;

export function readRefusal(error: unknown): Refused {
  const refused: Refused = { errors: {}, lines: new Map(), quote: null, lookAgain: false };
  if (!(error instanceof ApiError)) return refused;
  const fields = Object.entries(error.fields);
  const lines = new Map<number, string>();
  for (const [path, message] of fields) {
    const place = LINE.exec(path)?.[1];
    if (place !== undefined) lines.set(Number(place), message);
  }
  const errors = errorsOf(fields.filter(([path]) => !LINE.test(path)));
  return {
    errors: error.code === 'ZONE_UNAVAILABLE' ? { ...errors, zone: error.message } : errors,
    lines,
    quote: error.code === 'AMOUNT_CHANGED' ? readQuote(error.body) : null,
    lookAgain: aboutSomeLine.includes(error.code) && lines.size === 0,
  };
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
