import type { SmsChannel, SmsKind } from '@amasin/domain/sms/kinds.ts';
import type { Database } from '../database/database.ts';
import type { SmsReport } from './sms-sender.ts';

export interface SmsJob {
  /** Absent in a job that the previous version enqueued. */
  readonly messageId?: string;
  readonly to: string;
  /** The text, encrypted. */
  readonly sealed: string;
  readonly kind?: SmsKind;
  /** The parts of the text that vary, as JSON, encrypted. */
  readonly sealedParams?: string;
  readonly toAccountsOnly: boolean;
  /** It is not sent when the patient of this consultation has read its doctor's messages meanwhile. */
  readonly unlessRead?: string;
  /** It goes by SMS, a while after WhatsApp accepted it, unless the telephone has received it meanwhile. */
  readonly afterWhatsApp?: boolean;
}

/** Reports that named no message of ours when they arrived. */
export interface ReportJob {
  readonly channel: SmsChannel;
  readonly reports: readonly SmsReport[];
  /** The time of their arrival, as an ISO text. */
  readonly at: string;
}

/** The data of each kind of job. */
export interface JobData {
  readonly 'send-sms': SmsJob;
  readonly 'report-sms': ReportJob;
  /** A recall was made: who received the medicine is to be told. */
  readonly 'tell-recall': { readonly recallId: string };
  readonly 'send-push': { readonly notificationId: string; readonly subscriptionId: string };
}

/** Background jobs, which any process may run. */
export interface Jobs {
  /** Enqueues one job per `data` in this transaction, so that they are committed or rolled back with the change. */
  add<Name extends keyof JobData>(tx: Database, name: Name, ...data: readonly JobData[Name][]): Promise<void>;
  /** Enqueues one job in this transaction, which runs after this many seconds. */
  addLater<Name extends keyof JobData>(
    tx: Database,
    name: Name,
    seconds: number,
    data: JobData[Name],
  ): Promise<void>;
}
