import { signCall } from './call.ts';
import { type FakePayouts, fakePayouts, pageOf } from './fake-payouts.fixture.ts';
import {
  type FakeProvider,
  type Outcome,
  serveFake,
  sumHeld,
  type Trouble,
} from './fake-provider.fixture.ts';

export const FEDAPAY_KEY = 'sk_sandbox_for-tests-only';
export const FEDAPAY_WEBHOOK_SECRET = 'wh_sandbox_for-tests-only';

/** The operator's settings for the fake at this URL. */
export const fedapayEnv = (url: string) => ({
  PUBLIC_URL: 'https://amasin.test',
  FEDAPAY_SECRET_KEY: FEDAPAY_KEY,
  FEDAPAY_WEBHOOK_SECRET,
  FEDAPAY_URL: url,
});

const STATUSES = {
  pending: 'pending',
  paid: 'approved',
  declined: 'declined',
  cancelled: 'canceled',
} as const;

interface Made {
  readonly id: number;
  readonly asked: { amount: number; description: string; callback_url: string; custom_metadata: object };
  readonly transactionId: string;
  readonly createdAt: Date;
  outcome: Outcome;
  /** Approved money is on the balance 72 hours later. */
  paidAt: Date | null;
  isPaidBack?: boolean;
}

const TRANSFER_MS = 72 * 3600_000;
/** Its time when no test of payouts gives another one: no approved money is ever transferred. */
const OPENED_AT = new Date('2026-11-20T10:00:00.000Z');
const STILL = { now: () => new Date(0) };

export interface FakeFedapay extends FakeProvider, FakePayouts {
  /** The requests that it sent to telephones: `mtn_open +229…`. */
  readonly pushes: readonly string[];
  /** Sending them fails. */
  failsToPush: boolean;
}

/**
 * FedaPay as its documentation and its kit describe it: transactions, their payment page, currencies, signed events.
 * Its page pays with one press, and returns to `callback_url`.
 */
export async function startFedapay(clock: { now(): Date } = STILL): Promise<FakeFedapay> {
  const made = new Map<number, Made>();
  const isTransferred = ({ paidAt }: Made) =>
    paidAt !== null && clock.now().getTime() - paidAt.getTime() >= TRANSFER_MS;
  const sumOf = (some: readonly Made[]) => sumHeld(some.map((one) => ({ ...one, amount: one.asked.amount })));
  const paidOut = fakePayouts(clock, () => sumOf([...made.values()].filter(isTransferred)));
  const pushes: string[] = [];
  const state = Object.assign(paidOut.state, { trouble: null as Trouble, failsToPush: false, pushes });
  const settle = (one: Made, outcome: Outcome) => {
    one.outcome = outcome;
    one.paidAt = outcome.status === 'paid' ? (one.paidAt ?? clock.now()) : null;
  };
  const present = (one: Made) => presentAs(one, wordOf(one, isTransferred(one)));
  const served = await serveFake(({ route, headers, body }) => {
    const page = /^(GET|POST) \/pay\/(\d+)(\/declined)?$/.exec(route);
    const one = made.get(Number(page?.[2] ?? /\/transactions\/(\d+)/.exec(route)?.[1]));
    if (page !== null && one !== undefined) {
      if (page[1] === 'GET') return { body: paymentPage(one) };
      settle(one, { status: page[3] === undefined ? 'paid' : 'declined' });
      return { body: returnPage(one) };
    }
    if (headers.authorization !== `Bearer ${FEDAPAY_KEY}`) {
      return { status: 401, body: { message: 'Erreur d’authentification' } };
    }
    const payout = paidOut.answer({ route, headers, body });
    if (payout !== null) return payout;
    const mode = /^POST \/v1\/(mtn_open|moov|sbin)$/.exec(route)?.[1];
    if (mode !== undefined) {
      if (state.failsToPush) return { status: 400, body: { message: 'Numéro inconnu' } };
      pushes.push(`${mode} ${body.token} ${body.phone_number.number} ${body.phone_number.country}`);
      return { body: { message: 'success' } };
    }
    if (route === 'POST /v1/transactions') {
      const id = 1000 + made.size;
      const transactionId = body.custom_metadata.transaction_id;
      const outcome: Outcome = { status: 'pending' };
      const createdAt = clock === STILL ? OPENED_AT : clock.now();
      const created: Made = { id, asked: body, transactionId, createdAt, outcome, paidAt: null };
      made.set(id, created);
      return { body: { 'v1/transaction': present(created) } };
    }
    if (route === 'GET /v1/currencies/1') {
      return {
        body: { 'v1/currency': { klass: 'v1/currency', id: 1, name: 'FCFA', iso: 'XOF', code: 952 } },
      };
    }
    if (route === 'GET /v1/currencies/2') {
      return {
        body: { 'v1/currency': { klass: 'v1/currency', id: 2, name: 'Naira', iso: 'NGN', code: 566 } },
      };
    }
    const searched = pageOf(route, 'transactions', [...made.values()]);
    if (searched !== null) return { body: { 'v1/transactions': searched.map(present), meta: {} } };
    if (one === undefined) return { status: 404, body: { message: 'Objet introuvable' } };
    if (route.endsWith('/token'))
      return { body: { token: `tok-${one.id}`, url: `${served.url}/pay/${one.id}` } };
    return { body: { 'v1/transaction': present(one) } };
  }, state);

  const find = (transactionId: string): Made => {
    const one = [...made.values()].find((each) => each.transactionId === transactionId);
    if (one === undefined) throw new Error(`FedaPay has no ${transactionId}`);
    return one;
  };
  return Object.assign(state, {
    url: served.url,
    calls: served.calls,
    get lastHeaders() {
      return served.lastHeaders;
    },
    settle: (transactionId: string, outcome: Outcome) => settle(find(transactionId), outcome),
    payBack: (transactionId: string) => {
      find(transactionId).isPaidBack = true;
    },
    held: () => sumOf([...made.values()]) - paidOut.sumPaidOut(),
    webhook: (
      transactionId: string,
      { secret = FEDAPAY_WEBHOOK_SECRET, at }: { secret?: string; at: Date },
    ) => {
      const one = find(transactionId);
      const name = `transaction.${present(one).status}`;
      const payload = JSON.stringify({
        id: `evt_${one.id}`,
        name,
        object: 'transaction',
        entity: present(one),
      });
      return { payload, headers: { 'x-fedapay-signature': signCall(payload, secret, at) } };
    },
    close: served.close,
  });
}

function wordOf({ outcome, isPaidBack }: Made, isTransferred: boolean): string {
  if (outcome.word !== undefined) return outcome.word;
  if (outcome.status !== 'paid') return STATUSES[outcome.status];
  if (isPaidBack) return 'refunded';
  return isTransferred ? 'transferred' : 'approved';
}

function presentAs({ id, asked, outcome, createdAt }: Made, status: string) {
  const isPaid = outcome.status === 'paid';
  const ofTransaction = outcome.ofTransaction;
  return {
    klass: 'v1/transaction',
    id,
    reference: outcome.withoutReference ? null : `trx_${id}`,
    amount: outcome.amount ?? asked.amount,
    description: asked.description,
    callback_url: asked.callback_url,
    status,
    customer_id: isPaid ? 7 : null,
    currency_id: outcome.currency === 'NGN' ? 2 : 1,
    mode: isPaid ? 'mtn_open' : null,
    fees: isPaid ? 90 : null,
    merchant_reference: ofTransaction ?? null,
    custom_metadata: ofTransaction === undefined ? asked.custom_metadata : { transaction_id: ofTransaction },
    created_at: createdAt.toISOString(),
    deleted_at: null,
    approved_at: isPaid ? '2026-11-20T10:00:00.000Z' : null,
  };
}

function paymentPage({ id, asked }: Made): string {
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><title>FedaPay</title><h1>${asked.amount} FCFA</h1>
<form method="post" action="/pay/${id}"><button>Payer avec MTN</button></form>
<form method="post" action="/pay/${id}/declined"><button>Solde insuffisant</button></form>`;
}

/** Their page adds the id and the status to the address that it returns to. */
function returnPage({ id, asked, outcome }: Made): string {
  const back = new URL(asked.callback_url);
  back.searchParams.set('id', String(id));
  back.searchParams.set('status', STATUSES[outcome.status]);
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${back.href.replaceAll('&', '&amp;')}"><title>FedaPay</title>`;
}
