import { z } from 'zod';
import { isDay } from '../contract/dates.ts';
import { moment } from '../contract/text.ts';
import { repeatedJobNames } from './jobs.ts';

/** A server whose clock differs more from the database's promises wrong times, ms. */
export const CLOCK_TOLERANCE_MS = 5_000;

const repeatedJob = z.object({
  name: z.enum(repeatedJobNames),
  /** When it last ended, if it is known. */
  endedAt: moment.nullable(),
  hasFailed: z.boolean(),
  isLate: z.boolean(),
  nextAt: moment,
});

/** What the server and its database say of themselves. */
export const situation = z.object({
  version: z.string(),
  commit: z.string().nullable(),
  /** The last change of the database, by its name. */
  schema: z.string(),
  startedAt: moment,
  /** By how much the server's clock is ahead of the database's, ms. */
  clockAheadMs: z.int(),
  /** After a restore: the time of the backup since which money and messages wait. */
  moneyWaitsSince: moment.nullable(),
  /** Whether files may be erased in the store; not in that of a restored database before it is adopted. */
  isStoreAdopted: z.boolean(),
  backup: z.object({ finishedAt: moment, bytes: z.int() }).nullable(),
  /** The last reading of a backup, or restore of it into a temporary database. */
  backupCheck: z.object({ at: moment, isWhole: z.boolean(), isRestored: z.boolean() }).nullable(),
  jobs: z.array(repeatedJob),
  /** The names of the payment providers that are set. */
  payments: z.array(z.string()),
  /** The last answer of each outside service that this process has called. */
  answers: z.array(z.object({ host: z.string(), status: z.int().nullable(), at: moment })),
});
export type Situation = z.output<typeof situation>;

export const reconcileQuery = z.object({ since: z.string().refine(isDay, 'Indiquez un jour') });

/** The findings of a comparison with a provider's book. */
export const differenceFindings = {
  'only-theirs': 'chez le prestataire seulement',
  'only-ours': 'ici seulement',
  'not-settled': 'fait chez le prestataire, en attente ici',
  'other-amount': 'montants différents',
  'paid-back': 'rendu chez le prestataire, pas ici',
  twice: 'fait deux fois chez le prestataire',
} as const;
export type DifferenceFinding = keyof typeof differenceFindings;

export const moneyNouns = { payment: 'paiement', payout: 'versement' } as const;

const difference = z.object({
  finding: z.enum(Object.keys(differenceFindings) as [DifferenceFinding, ...DifferenceFinding[]]),
  kind: z.enum(['payment', 'payout']),
  amount: z.int().nullable(),
  ourAmount: z.int().nullable(),
  at: moment.nullable(),
  /** The provider's own id. */
  id: z.string().nullable(),
  ours: z.string().nullable(),
});
export type BookDifference = z.output<typeof difference>;

/** A provider beside our book. */
export const comparedBook = z.object({
  provider: z.string(),
  /** `unlisted`: it does not list what it has; `silent`: it did not answer as expected. */
  state: z.enum(['compared', 'unlisted', 'silent']),
  differences: z.array(difference),
});
