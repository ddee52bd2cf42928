import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { Database } from './database/database.ts';
import type { LinkSecrets, Settings } from './env.ts';
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
import type { Limits } from './settings/limits.ts';

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

/** The clock outside tests. */
export const systemClock: Clock = { now: () => new Date() };

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
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
  readonly limits: Limits;
}

/** The context of a signed-in user. */
export interface Ctx extends SystemCtx {
  readonly actor: Actor;
}

/** The context of a public call, from this network address. */
export interface PublicCtx extends SystemCtx {
  readonly address: string;
}
