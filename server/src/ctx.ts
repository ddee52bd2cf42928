import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { HouseIdentity } from '@amasin/domain/house/identity.ts';
import type { HouseSettings } from '@amasin/domain/house/settings.ts';
import type { SmsMoment } from '@amasin/domain/sms/kinds.ts';
import type { Database } from './database/database.ts';
import type { LinkSecrets } from './env.ts';
import type { AttachedOrders } from './ports/attached-orders.ts';
import type { FileStore } from './ports/file-store.ts';
import type { Jobs } from './ports/jobs.ts';
import type { Machine } from './ports/machine.ts';
import type { Openers } from './ports/openers.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { PhoneVerifier } from './ports/phone-verifier.ts';
import type { Purchases } from './ports/purchases.ts';
import type { PushSender } from './ports/push-sender.ts';
import type { Sessions } from './ports/sessions.ts';
import type { SmsSender } from './ports/sms-sender.ts';
import type { WaitingPrescriptions } from './ports/waiting-prescriptions.ts';

/** The signed-in user. */
export interface Actor {
  readonly _id: string;
  readonly type: UserType;
  readonly name: string;
  /** `+22901…`; null only for a user whose data has been removed. */
  readonly phone: string | null;
  /** The hash of the session's token, in a call by HTTP. */
  readonly session?: string;
}

export interface Clock {
  now(): Date;
}

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Settings that an operator may change (see env.ts). Those of the house also change while the server runs (house/settings.ts): an
 * action reads them when it needs them.
 */
export interface Settings extends HouseSettings {
  /** The environment's values of the settings that the screen may change. */
  readonly environment: HouseSettings;
  readonly identity: HouseIdentity;
  readonly addressLimit: number;
  readonly searchesPerMinute: number;
  /** Searches of visitors from one network address, which a mobile carrier shares among thousands. */
  readonly publicSearchesPerMinute: number;
  readonly paymentsPerMinute: number;
  readonly uploadsPerMinute: number;
  readonly messagesPerMinute: number;
  /** Lists that one user downloads. */
  readonly exportsPerMinute: number;
  /** All other calls of one user that are not GET, together. */
  readonly writesPerMinute: number;
  /** Successful sign-ins of one account. */
  readonly signInsPerMinute: number;
  /** A session of a super administrator, supervisor or in-house pharmacist lasts this long. */
  readonly deskSessionHours: number;
  /** It ends earlier after this long without activity. */
  readonly deskIdleMinutes: number;
  /** A session of a courier, pharmacy or prescriber lasts this long. */
  readonly partnerSessionDays: number;
  readonly customerSessionDays: number;
  /** These have to activate the second step of signing in before they do anything. */
  readonly secondFactorTypes: readonly UserType[];
  /** Reset codes that one network address may request in an hour (rule 26). */
  readonly codesPerHour: number;
  /** A customer's first photograph, card or consultation waits for a code sent to their phone. */
  readonly phoneProof: boolean;
  /** Steps of the proof of work before a code. */
  readonly captchaWork: number;
  /** The number of the emergency services, shown in consultations. */
  readonly emergencyNumber: string;
  /** A provider sends payouts to partners who have said where; otherwise all are noted as paid by hand. */
  readonly payoutsByProvider: boolean;
  /** An order is cancelled after this many days without payment. */
  readonly unpaidDays: number;
  /** Photographs are erased this many days after the end of what they belong to; 0 keeps them. */
  readonly keepPhotosDays: number;
  /** The content of orders, prescriptions and consultations is erased this many years after their end; 0 keeps it. */
  readonly keepOrdersYears: number;
  /** Lines of the journal are deleted after this many years, at least five; 0 keeps them. */
  readonly keepJournalYears: number;
  /** A courier sees the customer's telephone and address this many hours after the delivery. */
  readonly courierSeesHours: number;
  /** These events of an order also send the customer an SMS, beside the notification. */
  readonly smsMoments: readonly SmsMoment[];
}

/**
 * Everything an action may use, passed as an argument instead of global state. Tests replace the clock and
 * the external services.
 */
export interface SystemCtx {
  readonly db: Database;
  readonly clock: Clock;
  /** The provider of payments for which the customer chose none. */
  readonly payments: PaymentProvider;
  /** The other providers that customers may choose. */
  readonly otherPayments: readonly PaymentProvider[];
  readonly purchases: Purchases;
  readonly attachedOrders: AttachedOrders;
  readonly waitingPrescriptions: WaitingPrescriptions;
  readonly openers: Openers;
  readonly files: FileStore;
  readonly sms: SmsSender;
  /** Null: codes are our own, sent by `sms`. */
  readonly phoneVerifier: PhoneVerifier | null;
  readonly jobs: Jobs;
  readonly push: PushSender;
  readonly sessions: Sessions;
  /** The first signs the links to files, and other keys are derived from it; what the others signed or sealed is accepted. */
  readonly linkSecrets: LinkSecrets;
  readonly machine: Machine;
  readonly log: Log;
  readonly settings: Settings;
}

/** The context of a signed-in user. */
export interface Ctx extends SystemCtx {
  readonly actor: Actor;
}

/** The context of a public call, from this network address. */
export interface PublicCtx extends SystemCtx {
  readonly address: string;
}
