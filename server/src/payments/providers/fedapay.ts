import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import { z } from 'zod';
import type { Clock } from '../../ctx.ts';
import type {
  BookedMoney,
  PaymentProvider,
  PayoutStatus,
  Payouts,
  ProviderStatus,
} from '../../ports/payment-provider.ts';
import { LIMIT_MS } from '../../ports/with-timeout.ts';
import type { FedapaySettings } from '../../settings/payment-settings.ts';
import {
  callProvider,
  currencyCode,
  isSignedCall,
  name,
  ProviderError,
  pending,
  readJson,
  referenceName,
  text,
  webhookSecretsOf,
  wholeAmount,
} from './call.ts';

/** FedaPay asks these operators without a page of its own, under these names. */
const modes = {
  mtn: 'mtn_open',
  moov: 'moov',
  celtiis: 'sbin',
} as const satisfies Record<Operator, string>;

const phoneOf = (number: string) => ({ number, country: 'bj' });

type Caller = ReturnType<typeof callFedapay>;

/** Calls FedaPay with this account's key. */
function callFedapay({ url, secretKey }: FedapaySettings, limitMs: number) {
  const headers = { authorization: `Bearer ${secretKey}` };
  const at = (path: string) => ({ url: `${url}/v1${path}`, headers, limitMs });
  const send =
    (method: 'POST' | 'PUT') =>
    async <S extends z.ZodType>(path: string, schema: S, body: object = {}): Promise<z.output<S>> => {
      const answer = await callProvider({ method, ...at(path), body }, schema);
      if (answer === null) throw new ProviderError('the provider answered 404', 404);
      return answer;
    };
  return {
    get: <S extends z.ZodType>(path: string, schema: S) =>
      callProvider({ method: 'GET', ...at(path) }, schema),
    post: send('POST'),
    put: send('PUT'),
    /** The answer has no content. */
    remove: (path: string, schema: z.ZodType) => callProvider({ method: 'DELETE', ...at(path) }, schema),
  };
}

const PER_PAGE = 100;

const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullish()
  .catch(null);

/** Each row of a list has these fields, whatever it is about. */
const listed = { created_at: moment, deleted_at: moment };

interface Listed {
  readonly id: string;
  readonly created_at?: Date | null | undefined;
  readonly deleted_at?: Date | null | undefined;
}

/**
 * Lists FedaPay's transactions or payouts since then. The documentation names neither filter nor order nor the longest page: pages are
 * read until one has nothing new or, if they come latest first, until one is older.
 */
async function* searchSince<Row extends Listed>(
  { get }: Pick<Caller, 'get'>,
  what: 'transactions' | 'payouts',
  row: z.ZodType<Row>,
  since: Date,
): AsyncGenerator<Row> {
  const answers = z.object({ [`v1/${what}`]: z.array(row) });
  const knownIds = new Set<string>();
  for (let page = 1; ; page += 1) {
    const answer = await get(`/${what}/search?page=${page}&per_page=${PER_PAGE}`, answers);
    if (answer === null) throw new ProviderError('the provider has no such list', 404);
    const rows = answer[`v1/${what}`] ?? [];
    const added = rows.filter(({ id }) => !knownIds.has(id));
    if (added.length === 0) return;
    for (const one of added) {
      knownIds.add(one.id);
      if (one.deleted_at == null && (one.created_at == null || one.created_at >= since)) yield one;
    }
    if (isOlder(rows, since)) return;
  }
}

/** Tells whether the rows come latest first and the last one is older. */
function isOlder(rows: readonly Listed[], since: Date): boolean {
  const times = rows.map(({ created_at }) => created_at?.getTime() ?? Number.NaN);
  const isSorted = times.every((time, n) => n === 0 || time <= (times[n - 1] ?? Number.NaN));
  return rows.length > 1 && isSorted && (times.at(-1) ?? Number.NaN) < since.getTime();
}

/** A search begins a day earlier, as their clock is not ours. */
const dayBefore = (at: Date) => new Date(at.getTime() - DAY_MS);

const SIGNATURE_HEADER = 'x-fedapay-signature';

/** An operator's request may take this long, ms: less than opening the payment may, so that the page still opens after it. */
export const OPERATOR_LIMIT_MS = 4_000;

const transaction = z.object({
  id: name,
  status: z.string(),
  amount: wholeAmount,
  reference: referenceName,
  merchant_reference: referenceName,
  custom_metadata: z.object({ transaction_id: referenceName }).nullish().catch(null),
  currency: z.object({ iso: currencyCode }).nullish().catch(null),
  currency_id: z.int().nullish().catch(null),
});

const transactionRow = transaction.extend(listed);

type Transaction = z.output<typeof transaction>;

const transactionAnswer = z.object({ 'v1/transaction': transaction });
const link = z.object({ token: z.string().min(1), url: z.url({ protocol: /^https?$/ }) });
/** The documentation names no field of this answer. */
const operatorAnswer = z.object({});
const currency = z.object({ 'v1/currency': z.object({ iso: currencyCode }) });
const event = z.object({
  entity: transaction.pick({ id: true, merchant_reference: true, custom_metadata: true }),
});

/** Each status says this about the money; one that is not listed says nothing yet. */
const reports: Readonly<Record<string, ProviderStatus['report']>> = {
  approved: 'paid',
  transferred: 'paid',
  approved_partially_refunded: 'paid',
  transferred_partially_refunded: 'paid',
  declined: 'failed',
  canceled: 'cancelled',
  expired: 'expired',
  refunded: 'refunded',
};

/**
 * Makes a transaction of FedaPay for each payment: the customer pays on its page, which returns to ours, or when the operator asks
 * on her telephone. A signed call of the webhook only makes us request the status, so that events out of order change nothing.
 */
export function fedapayProvider(
  settings: FedapaySettings,
  clock: Clock,
  limitMs: number = LIMIT_MS,
  operatorLimitMs: number = OPERATOR_LIMIT_MS,
): PaymentProvider {
  const { publicUrl, isTest } = settings;
  const caller = callFedapay(settings, limitMs);
  const { get, post } = caller;
  const operatorCaller = callFedapay(settings, operatorLimitMs);
  const codes = new Map<number, string>();
  const currencyOf = async (one: Transaction): Promise<string | null> => {
    if (one.currency?.iso) return one.currency.iso;
    if (one.currency_id == null) return null;
    const known = codes.get(one.currency_id);
    if (known !== undefined) return known;
    const iso = (await get(`/currencies/${one.currency_id}`, currency))?.['v1/currency'].iso ?? null;
    if (iso !== null) codes.set(one.currency_id, iso);
    return iso;
  };

  /**
   * @returns false when it failed or took too long: the page is opened instead. The transaction is paid once, either way.
   */
  const askOperator = async (token: string, operator: Operator, number: string): Promise<boolean> => {
    try {
      await operatorCaller.post(`/${modes[operator]}`, operatorAnswer, {
        token,
        phone_number: phoneOf(number),
      });
      return true;
    } catch {
      return false;
    }
  };

  /** Finds a transaction by our id, when theirs was not stored: the answer was lost, or the database was restored. */
  const find = async (transactionId: string, openedAt: Date): Promise<string | null> => {
    let found: string | null = null;
    for await (const one of searchSince({ get }, 'transactions', transactionRow, dayBefore(openedAt))) {
      if (ownIdOf(one) === transactionId && (found === null || one.status in reports)) found = one.id;
    }
    return found;
  };

  return {
    name: 'fedapay',
    label: 'FedaPay',
    operators: ['mtn', 'moov', 'celtiis'],
    portalOrigins: [],
    payouts: fedapayPayouts(caller),

    async openPortal({ transactionId, amount, message, returnPath, operator, payingPhone, onCreated }) {
      const { 'v1/transaction': made } = await post('/transactions', transactionAnswer, {
        description: message,
        amount,
        currency: { iso: 'XOF' },
        callback_url: `${publicUrl}${returnPath}`,
        merchant_reference: transactionId,
        custom_metadata: { transaction_id: transactionId },
      });
      await onCreated?.(made.id);
      const page = await post(`/transactions/${encodeURIComponent(made.id)}/token`, link);
      const isAsked =
        operator !== null && payingPhone !== null && (await askOperator(page.token, operator, payingPhone));
      return {
        mode: isAsked ? 'phone' : 'page',
        url: page.url,
        token: '',
        clientId: '',
        productId: '',
        message,
        minAmount: amount,
        isTest,
        providerTransactionId: made.id,
      };
    },

    async ask(transactionId, known, openedAt) {
      const id = known ?? (openedAt && (await find(transactionId, openedAt)));
      if (id == null) return pending;
      const answer = await get(`/transactions/${encodeURIComponent(id)}`, transactionAnswer);
      if (answer === null) return pending;
      const one = answer['v1/transaction'];
      const report = reports[one.status] ?? 'pending';
      if (report !== 'paid' && report !== 'refunded') return { ...pending, report };
      // Without a reference, the money of another payment is put under review. An answer without our id is trusted: theirs comes from
      // us or from a signed call.
      const isOurs = one.id === id && (ownIdOf(one) ?? transactionId) === transactionId;
      const reference = isOurs ? (one.reference ?? null) : null;
      if (report === 'refunded') return isOurs ? { ...pending, report, reference } : pending;
      const isPartlyReturned = one.status.includes('refunded');
      return {
        report,
        amount: isPartlyReturned ? null : (one.amount ?? null),
        currency: await currencyOf(one),
        reference,
        isPartlyReturned: isPartlyReturned && isOurs,
      };
    },

    async *list(since) {
      for await (const one of searchSince({ get }, 'transactions', transactionRow, since)) {
        const report = reports[one.status];
        if (report !== 'paid' && report !== 'refunded') continue;
        const isPartly = report === 'paid' && one.status.includes('refunded');
        yield {
          kind: 'payment',
          id: one.id,
          ours: ownIdOf(one),
          amount: one.amount ?? null,
          state: isPartly ? 'partly' : report,
          at: one.created_at ?? null,
        };
      }
      yield* listPayouts({ get }, since);
    },

    readEvent(rawBody, headers) {
      const header = headers[SIGNATURE_HEADER];
      if (!isSignedCall(rawBody, header, webhookSecretsOf(settings), clock.now())) return null;
      const parsed = event.safeParse(readJson(rawBody));
      if (!parsed.success) return 'unreadable';
      const { entity } = parsed.data;
      return { isHint: true, transactionId: ownIdOf(entity), providerTransactionId: entity.id };
    },
  };
}

/** Reads our id, which we sent twice with the transaction. */
function ownIdOf(one: Pick<Transaction, 'merchant_reference' | 'custom_metadata'>): string | null {
  return one.custom_metadata?.transaction_id ?? one.merchant_reference ?? null;
}

const payout = z.object({ id: name, status: z.string(), last_error_code: text, last_error_message: text });
const payoutAnswer = z.object({ 'v1/payout': payout });
const payoutRow = payout
  .pick({ id: true, status: true })
  .extend({ ...listed, amount: wholeAmount, merchant_reference: referenceName });

/** One balance for each means of payment. Their documentation lists them bare, their kits under a name, as everything else. */
const balances = z.array(z.object({ amount: z.int() }));
const balancesAnswer = z.union([
  balances,
  z.object({ 'v1/balances': balances }).transform((named) => named['v1/balances']),
]);

/** The provider does not know the payout, and so cannot pay it: it was removed, and the answer was lost. */
const lostPayout: PayoutStatus = {
  state: 'failed',
  reason: 'inconnu chez le prestataire : à vérifier chez lui avant de verser de nouveau',
};

const states: Readonly<Record<string, PayoutStatus['state']>> = { sent: 'done', failed: 'failed' };

/** Ranks first what says most about the money: of several under one number, one may have been sent. */
const rank = (status: string) => ['failed', 'pending'].indexOf(status);

/** Lists the payouts that have moved money, or are about to. */
async function* listPayouts(caller: Pick<Caller, 'get'>, since: Date): AsyncGenerator<BookedMoney> {
  for await (const one of searchSince(caller, 'payouts', payoutRow, since)) {
    if (rank(one.status) >= 0) continue;
    yield {
      kind: 'payout',
      id: one.id,
      ours: one.merchant_reference ?? null,
      amount: one.amount ?? null,
      state: one.status === 'sent' ? 'paid' : 'sending',
      at: one.created_at ?? null,
    };
  }
}

/** These refuse the key, the address, the time or the number of requests, not the content. */
const NOT_OF_CONTENT = [401, 403, 404, 405, 408, 429];

/** @returns the answer, or the refusal of the content, which would be the same for a repeated request */
async function answerOf<Answer>(request: Promise<Answer>): Promise<Answer | ProviderError> {
  try {
    return await request;
  } catch (error) {
    const status = error instanceof ProviderError ? error.status : null;
    if (status === null || status >= 500 || NOT_OF_CONTENT.includes(status)) throw error;
    return error as ProviderError;
  }
}

/**
 * Pays out through FedaPay. A payout is made `pending`, and moves money only when it is started by its id. Its status is read before
 * each start, so that a start whose answer was lost is not repeated.
 */
function fedapayPayouts({ get, post, put, remove }: Caller): Payouts {
  const read = async (id: string) => {
    const answer = await get(`/payouts/${encodeURIComponent(id)}`, payoutAnswer);
    return answer?.['v1/payout'] ?? null;
  };
  /** @returns its refusal; null when it is started */
  const start = async (id: string, phone: string): Promise<ProviderError | null> => {
    const one = { id: Number(id), phone_number: phoneOf(phone) };
    const answer = await answerOf(put('/payouts/start', z.object({}), { payouts: [one] }));
    return answer instanceof ProviderError ? answer : null;
  };
  return {
    operators: ['mtn', 'moov', 'celtiis'],
    maxAmount: 1_000_000,
    maxADay: 3,

    async usable() {
      const balances = await get('/balances', balancesAnswer);
      if (balances === null) throw new ProviderError('the provider has no balance', 404);
      return balances.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
    },

    async made(since) {
      const first = new Map<string, z.output<typeof payoutRow>>();
      for await (const one of searchSince({ get }, 'payouts', payoutRow, dayBefore(since))) {
        const ours = one.merchant_reference;
        if (ours == null) continue;
        const other = first.get(ours);
        if (other === undefined || rank(one.status) < rank(other.status)) first.set(ours, one);
      }
      return new Map([...first].map(([ours, { id }]) => [ours, id]));
    },

    async prepare({ payoutId, amount, operator, phone, name: fullName }) {
      const [firstname = fullName, ...rest] = fullName.split(' ');
      const asked = {
        amount,
        currency: { iso: 'XOF' },
        mode: modes[operator],
        description: 'Versement Amasin',
        merchant_reference: payoutId,
        customer: { firstname, lastname: rest.join(' ') || firstname, phone_number: phoneOf(phone) },
      };
      const answer = await answerOf(post('/payouts', payoutAnswer, asked));
      return answer instanceof ProviderError
        ? { state: 'failed', reason: answer.words }
        : answer['v1/payout'].id;
    },

    async send(id, { phone }) {
      const before = await read(id);
      if (before === null) return lostPayout;
      const refusal = before.status === 'pending' ? await start(id, phone) : null;
      const now = before.status === 'pending' ? await read(id) : before;
      // It was there a moment ago and may have been started: the next try decides.
      if (now === null) throw new ProviderError('the provider does not know the payout', 404);
      const isUnsent = refusal !== null && now.status === 'pending';
      // Removed, it cannot be sent from their dashboard beside the payout that replaces it.
      if (isUnsent) await remove(`/payouts/${encodeURIComponent(id)}`, z.unknown()).catch(() => null);
      const state = isUnsent ? 'failed' : (states[now.status] ?? 'pending');
      const reason = now.last_error_message ?? now.last_error_code ?? refusal?.words ?? null;
      return { state, reason: state === 'failed' ? reason : null };
    },
  };
}
