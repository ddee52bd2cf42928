import type { UserType } from '@amasin/domain/users/user-type.ts';
import type { Database } from './database/database.ts';
import type { AttachedOrders } from './ports/attached-orders.ts';
import type { FileStore } from './ports/file-store.ts';
import type { Jobs } from './ports/jobs.ts';
import type { Openers } from './ports/openers.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { Purchases } from './ports/purchases.ts';
import type { SmsSender } from './ports/sms-sender.ts';

/** Who is asking. */
export interface Actor {
  readonly _id: string;
  readonly type: UserType;
  readonly name: string;
  /** `+22901…`; null only for a person whose data has been removed. */
  readonly phone: string | null;
}

export interface Clock {
  now(): Date;
}

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Figures that an operator may change (see env.ts). */
export interface Settings {
  readonly addressLimit: number;
  readonly searchesPerMinute: number;
  readonly paymentsPerMinute: number;
  readonly uploadsPerMinute: number;
  /** Reset codes that one network address may ask for in an hour (RULES 26). */
  readonly codesPerHour: number;
  /** How long the proof of work before a code takes, steps. */
  readonly captchaWork: number;
  /** Payment waits until somebody has checked the insurance card (RULES 35). */
  readonly insuranceStrict: boolean;
}

/** What an action may use: an argument, never a hidden state. Tests replace the clock and the outside services. */
export interface SystemCtx {
  readonly db: Database;
  readonly clock: Clock;
  readonly payments: PaymentProvider;
  readonly purchases: Purchases;
  readonly attachedOrders: AttachedOrders;
  readonly openers: Openers;
  readonly files: FileStore;
  readonly sms: SmsSender;
  readonly jobs: Jobs;
  /** Signs the links to files; keys of other uses are derived from it. */
  readonly linkSecret: string;
  readonly log: Log;
  readonly settings: Settings;
}

/** The same, asked by a signed-in person. */
export interface Ctx extends SystemCtx {
  readonly actor: Actor;
}

/** The same, asked by anybody: from this network address. */
export interface PublicCtx extends SystemCtx {
  readonly address: string;
}
