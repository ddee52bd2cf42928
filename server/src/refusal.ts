import { type RefusalCode, refusalMessage, refusals } from '@amasin/domain/contract/refusals.ts';

interface Details {
  /** Fill the `{…}` of the message. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Dotted path → French text, for 422. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The quote that holds now, with AMOUNT_CHANGED. */
  readonly quote?: Readonly<Record<string, number>>;
  /** Seconds to wait, with 429. */
  readonly retryAfter?: number;
}

/** An expected « no », from the closed table of refusals. Thrown, so that the transaction it ends rolls back. */
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

/** 422 on one field. */
export function invalidField(path: string, message: string): Refusal {
  return new Refusal('INVALID', { fields: { [path]: message } });
}
