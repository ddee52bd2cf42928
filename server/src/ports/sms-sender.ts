import type { IncomingHttpHeaders } from 'node:http';
import type { SmsChannel, SmsFailureReason, SmsKind } from '@amasin/domain/sms/kinds.ts';

/** A message to a telephone, in the forms that SMS and WhatsApp need. */
export interface Words {
  readonly kind: SmsKind;
  /** The whole text, for an SMS. */
  readonly text: string;
  /** The parts of it that vary, in order, for a vendor that only sends approved templates. */
  readonly params: readonly string[];
}

export interface OutgoingSms extends Words {
  /** `+22901` and 8 digits. */
  readonly to: string;
  /** It does not go by WhatsApp. */
  readonly bySms?: boolean;
}

/** A vendor's report of a message that it accepted. */
export interface SmsReport {
  readonly vendorId: string;
  readonly state: 'delivered' | 'failed';
  readonly detail: string | null;
}

export interface AcceptedSms {
  readonly channel: SmsChannel;
  /** The vendor's own id, which its reports name; null when it gave none. */
  readonly vendorId: string | null;
}

export interface ReportCall {
  readonly rawBody: Buffer;
  readonly headers: IncomingHttpHeaders;
}

/** The calls of WhatsApp. */
export interface WhatsAppCalls {
  /** @returns whether this is the token that the operator gave WhatsApp */
  isVerified(token: string): boolean;
  /** @returns null for a wrong signature */
  readReports(call: ReportCall): readonly SmsReport[] | null;
}

/**
 * Sends messages to phones.
 * @throws SmsFailure, or another error, when it failed; the caller retries
 */
export interface SmsSender {
  send(message: OutgoingSms): Promise<AcceptedSms>;
  /**
   * Reads a call of the SMS vendor with reports, which it makes to an address with the secret.
   * @returns null for another secret; a sender without it gets no reports
   */
  readReports?(secret: string, call: ReportCall): readonly SmsReport[] | null;
  readonly whatsApp?: WhatsAppCalls;
}

/** Its message names neither the number, the text nor a key: it is logged. */
export class SmsFailure extends Error {
  readonly reason: SmsFailureReason;
  /** The vendor's words, without number, text and key. */
  readonly detail: string | null;
  constructor(reason: SmsFailureReason, message: string, detail: string | null = null) {
    super(message);
    this.reason = reason;
    this.detail = detail;
  }
}
