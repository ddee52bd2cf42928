import { z } from 'zod';
import { fcfa, fcfaSum } from '../contract/amount.ts';
import { id, moment, optionalText, requiredText } from '../contract/text.ts';
import { operators } from '../payments/operators.ts';
import { payeeTypes } from './payee.ts';
import { payIntervals } from './schedule.ts';

/** Money follows a changed account only after this many hours: whoever changed it may not be its owner. */
export const ACCOUNT_WAIT_HOURS = 24;

/** Why nothing is sent to a payee who is owed something, the first reason that holds. */
export const waitReasons = [
  /** More was given back than is owed. */
  'owes',
  'unverified',
  'left-out',
  'no-account',
  'account-changed',
  /** No provider sends to this account: it is paid by hand. */
  'by-hand',
  'not-due',
  'under-minimum',
  /** The telephone got as many payouts today as its operator allows. */
  'daily-limit',
  /** The provider has not enough that can be sent. */
  'short',
] as const;

export type WaitReason = (typeof waitReasons)[number];

/** The payee reads these, and whoever pays. */
export const waitLabels: Readonly<Record<WaitReason, string>> = {
  owes: 'Doit rendre une correction',
  unverified: 'Compte à vérifier',
  'left-out': 'Laissé de côté',
  'no-account': 'Pas de compte de versement',
  'account-changed': 'Compte changé il y a moins de 24 h',
  'by-hand': 'À payer à la main',
  'not-due': 'Pas encore à échéance',
  'under-minimum': 'Sous le minimum',
  'daily-limit': 'Assez de versements aujourd’hui',
  short: 'Solde du prestataire insuffisant',
};

/** Reasons that « Verser maintenant » may pass over. */
export const canBePaidAnyway = (reason: WaitReason): boolean =>
  reason === 'not-due' || reason === 'under-minimum' || reason === 'left-out';

/** How a payout was made outside of the product. */
export const handMethods = ['cash', 'cheque', 'bank', 'mobile'] as const;

export type HandMethod = (typeof handMethods)[number];

export const handMethodLabels: Readonly<Record<HandMethod, string>> = {
  cash: 'Espèces',
  cheque: 'Chèque',
  bank: 'Virement',
  mobile: 'Mobile money, à la main',
};

const account = z.object({
  operator: z.enum(operators),
  /** Masked. */
  phone: z.string(),
});

const terms = { interval: z.enum(payIntervals), minimum: fcfa };

/** What is owed to one payee, and what may be sent now; FCFA. */
export const payeeDue = z.object({
  payee: z.object({ _id: id, name: z.string(), type: z.enum(payeeTypes) }),
  /** Owed in all; below 0 when more was given back. */
  owed: z.int(),
  /** Sent by « tout verser »: 0 while there is a reason to wait. */
  now: fcfaSum,
  /** The most that « Verser maintenant » may send at once; 0 when nothing can be sent. */
  most: fcfaSum,
  /** On its way already. */
  sending: fcfaSum,
  waits: z.enum(waitReasons).nullable(),
  /** The words of whoever left the payee out. */
  leftOut: z.string().nullable(),
  lastPaidAt: moment.nullable(),
  /** Null for one who is paid by hand. */
  nextAt: moment.nullable(),
  account: account.optional(),
  ...terms,
});

export type PayeeDue = z.output<typeof payeeDue>;

/** Response of GET /benefics/settlement: everything that a payout needs to know, before anything leaves. */
export const settlement = z.object({
  payees: z.array(payeeDue),
  owed: fcfaSum,
  now: fcfaSum,
  /** What the provider says can be sent, less what is on its way; null when it does not say. */
  usable: fcfaSum.nullable(),
  sending: fcfaSum,
  /** After a restore: payouts wait for the operator. */
  moneyWaits: z.literal(true).optional(),
});

export type Settlement = z.output<typeof settlement>;

const AMOUNT = 'Le montant doit être un nombre entier supérieur à 0';
const amount = z.int({ error: AMOUNT }).min(1, AMOUNT);
const NOBODY = 'Indiquez au moins une personne';
const TWICE = 'Cette personne est déjà dans la liste';

/** Body of POST /benefics/settlement. */
export const settlementRequest = z.object({
  payouts: z
    .array(z.object({ payee: id, amount }), { error: NOBODY })
    .min(1, NOBODY)
    .max(1_000, '1 000 personnes maximum')
    .superRefine((list, context) => {
      const named = new Set<string>();
      for (const [index, { payee }] of list.entries()) {
        if (named.has(payee)) context.addIssue({ code: 'custom', path: [index, 'payee'], message: TWICE });
        named.add(payee);
      }
    }),
});

export type SettlementRequest = z.output<typeof settlementRequest>;

/** Body of POST /benefics/settlement/by-hand. */
export const handPayout = z.object({
  payee: id,
  amount,
  method: z.enum(handMethods, { error: 'Indiquez le moyen' }),
  reference: requiredText('Indiquez la référence : numéro du reçu, du chèque ou du virement', 100),
});

export type HandPayout = z.output<typeof handPayout>;

/** Body of PUT /benefics/settlement/{id}: a reason leaves the payee out until it is taken away. */
export const payeeTerms = z.object({ ...terms, leftOut: optionalText(200) });

export type PayeeTerms = z.output<typeof payeeTerms>;

/** Response of PUT /benefics/settlement/{id}. */
export const setTerms = z.object({ ...terms, leftOut: z.string().nullable() });

const countAndSum = z.object({ count: z.int().min(0), amount: z.int() });

/** What the caller earned, is owed and was paid; FCFA. */
export const ownMoney = z.object({
  today: countAndSum,
  /** Since Monday. */
  week: countAndSum,
  /** Below 0 when more was given back than earned. */
  owed: z.int(),
  sending: fcfaSum,
  paid: fcfaSum,
  waits: z.enum(waitReasons).nullable(),
  /** The words of whoever left the caller out. */
  leftOut: z.string().nullable(),
  nextAt: moment.nullable(),
  minimum: fcfa,
  account: account.extend({ phone: z.string() }).optional(),
});

export type OwnMoney = z.output<typeof ownMoney>;

/** Response of GET /benefics/money: where all the money is, FCFA. The first three are the sum of the others. */
export const moneyOverview = z.object({
  /** From customers, less what was paid back to them. */
  received: fcfaSum,
  /** Paid by insurers, and owed by them. */
  fromInsurers: fcfaSum,
  insurers: z.int(),
  /** Owed for orders whose medicines are not taken, or that are not delivered yet. */
  underWay: z.object({ medicines: z.int(), delivery: z.int(), commission: z.int() }),
  owed: z.object({ pharmacies: z.int(), couriers: z.int(), partners: z.int(), customers: z.int() }),
  /** Paid out, less what came back; of it what is on its way, and what came back in all. */
  sent: fcfaSum,
  sending: fcfaSum,
  returned: fcfaSum,
  /** Kept by the platform: its share of the commission and of delivery fees, not paid out to it. */
  kept: z.int(),
  /** Whether the parts add up to the franc. */
  addsUp: z.boolean(),
});

export type MoneyOverview = z.output<typeof moneyOverview>;
