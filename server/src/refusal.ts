import type { Challenge } from '@amasin/domain/contract/captcha.ts';
import { formatAmount } from '@amasin/domain/contract/format.ts';
import { type RefusalCode, refusalMessage, refusals } from '@amasin/domain/contract/refusals.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import type { BlockingItem } from '@amasin/domain/users/blocking-item.ts';
import { isDuplicate } from './database/errors.ts';

interface Details {
  /** Fill the `{…}` placeholders of the message. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Dotted path → French text, for 422. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The current quote, with AMOUNT_CHANGED. */
  readonly quote?: Readonly<Record<string, number>>;
  /** The order that was paid, with ALREADY_PAID. */
  readonly order?: { readonly _id: string; readonly number: string };
  /** A proof of work that replaces the wait, with 429. */
  readonly challenge?: Challenge;
  /** The medicines that exist, with MEDICATION_EXISTS and MEDICATION_ALIKE. */
  readonly medications?: readonly Medication[];
  /** What has to end first, with OPEN_ORDERS of a customer. */
  readonly open?: readonly BlockingItem[];
  /** Seconds to wait, with 429 and MAINTENANCE. */
  readonly retryAfter?: number;
}

/** An expected refusal, from the closed table of codes. Throwing it rolls back the transaction. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: Details;

  constructor(code: RefusalCode, details: Details = {}) {
    super(refusalMessage(code, details.values));
    this.code = code;
    this.status = refusals[code].status;
    this.details = details;
  }
}

/** The body of an error response that is not thrown. */
export function errorBody(code: RefusalCode) {
  return { success: false as const, code, message: refusalMessage(code) };
}

/** 422 on one field. */
export function invalidField(path: string, message: string): Refusal {
  return new Refusal('INVALID', { fields: { [path]: message } });
}

/** 429 with the time to wait, in milliseconds; the response says at least one second. */
export function tooManyTries(waitMs: number, details: Details = {}): Refusal {
  return new Refusal('TOO_MANY_TRIES', { ...details, retryAfter: Math.max(1, waitMs / 1000) });
}

/** 409 that names the recalled medicine (rule 55). */
export const medicineRecalled = (label: string): Refusal =>
  new Refusal('MEDICINE_RECALLED', { values: { name: label } });

/** 409 with the quote that is valid now; nothing has been charged. */
export function amountChanged(quote: Quote): Refusal {
  return new Refusal('AMOUNT_CHANGED', {
    values: { total: formatAmount(quote.total) },
    quote: { ...quote },
  });
}

/**
 * Runs a write that relies on unique indexes: a check beforehand would miss concurrent writes.
 * @param codes the refusal code for a duplicate in each index
 * @throws that code's Refusal on a duplicate
 */
export async function refuseDuplicate<T>(
  codes: Readonly<Record<string, RefusalCode>>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const found = Object.entries(codes).find(([constraint]) => isDuplicate(error, constraint));
    throw found === undefined ? error : new Refusal(found[1]);
  }
}
