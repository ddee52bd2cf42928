import { randomBytes } from 'node:crypto';
import {
  type FakeProvider,
  type Outcome,
  serveFake,
  sumHeld,
  type Trouble,
} from './fake-provider.fixture.ts';

export const KKIAPAY_KEYS = {
  publicKey: 'kkiapay-public-key-of-tests',
  privateKey: 'tpk_kkiapay-private-key-of-tests',
  secretKey: 'tsk_kkiapay-secret-key-of-tests',
  webhookSecret: 'a-webhook-secret-that-the-operator-chose',
};

const STATUSES = { pending: 'PENDING', paid: 'SUCCESS', declined: 'FAILED', cancelled: 'FAILED' } as const;

interface Made {
  readonly id: string;
  readonly transactionId: string;
  readonly amount: number;
  outcome: Outcome;
  isPaidBack?: boolean;
}

export interface FakeKkiapay extends FakeProvider {
  /** The widget makes a transaction for ours. @returns its id, which the widget tells the browser */
  widget(transactionId: string, amount: number): string;
  /** The answer to the next reverts; `lost`: the money goes back, and the answer is an error; `poor`: the balance is too low. */
  reverts: 'approve' | 'refuse' | 'lost' | 'poor';
  /** Ids of the transactions that were paid back. */
  readonly reverted: readonly string[];
}

/**
 * KKiaPay as its documentation and its kit describe it: the status of a transaction that the widget made, a webhook with a
 * shared secret, and the widget's frame, which speaks as its script does.
 */
export async function startKkiapay(): Promise<FakeKkiapay> {
  const state = {
    trouble: null as Trouble,
    reverts: 'approve' as FakeKkiapay['reverts'],
    reverted: [] as string[],
  };
  const made = new Map<string, Made>();
  const make = (transactionId: string, amount: number): Made => {
    const one: Made = {
      id: randomBytes(6).toString('base64url'),
      transactionId,
      amount,
      outcome: { status: 'pending' },
    };
    made.set(one.id, one);
    return one;
  };
  const served = await serveFake(({ route, headers, body }) => {
    if (route === 'GET /') return { body: WIDGET };
    if (route === 'POST /widget/transactions') {
      const one = make(body.partnerId, body.amount);
      one.outcome = { status: body.paid ? 'paid' : 'declined' };
      return { body: { transactionId: one.id } };
    }
    const isKnown =
      headers['x-api-key'] === KKIAPAY_KEYS.publicKey &&
      headers['x-private-key'] === KKIAPAY_KEYS.privateKey &&
      headers['x-secret-key'] === KKIAPAY_KEYS.secretKey;
    if (!isKnown) return { status: 401, body: { status: 401, reason: 'invalid keys' } };
    if (route === 'POST /api/v1/transactions/revert') {
      const id: string = body.transactionId;
      if (state.reverts === 'poor') return { body: { status: 'INSUFFICIENT_FUND' } };
      if (state.reverts === 'refuse' || state.reverted.includes(id))
        return { status: 400, body: { status: 'TRANSACTION_NOT_ELIGIBLE' } };
      state.reverted.push(id);
      const back = made.get(id);
      if (back !== undefined) back.isPaidBack = true;
      if (state.reverts === 'lost') return { status: 502, body: {} };
      return { body: { status: 'SUCCESS', transactionId: id } };
    }
    const one = route === 'POST /api/v1/transactions/status' ? made.get(body.transactionId) : undefined;
    if (one === undefined) return { status: 404, body: { status: 4003, reason: 'TRANSACTION_NOT_FOUND' } };
    return { body: present(one) };
  }, state);
  const find = (transactionId: string): Made => {
    const one = [...made.values()].find((each) => each.transactionId === transactionId);
    if (one === undefined) throw new Error(`KKiaPay has no transaction for ${transactionId}`);
    return one;
  };
  return Object.assign(state, {
    url: served.url,
    calls: served.calls,
    get lastHeaders() {
      return served.lastHeaders;
    },
    widget: (transactionId: string, amount: number) => make(transactionId, amount).id,
    settle: (transactionId: string, outcome: Outcome) => {
      find(transactionId).outcome = outcome;
    },
    payBack: (transactionId: string) => {
      find(transactionId).isPaidBack = true;
    },
    held: () => sumHeld(made.values()),
    webhook: (
      transactionId: string,
      { secret = KKIAPAY_KEYS.webhookSecret }: { secret?: string; at: Date },
    ) => {
      const { id, amount, outcome } = find(transactionId);
      const isPaid = outcome.status === 'paid';
      const payload = JSON.stringify({
        transactionId: id,
        isPaymentSucces: isPaid,
        event: isPaid ? 'transaction.success' : 'transaction.failed',
        account: '22997000000',
        method: 'MOBILE_MONEY',
        amount: outcome.amount ?? amount,
        fees: 19,
        partnerId: '',
        stateData: transactionId,
        performedAt: '2026-11-20T10:00:00.000Z',
      });
      return { payload, headers: { 'x-kkiapay-secret': secret } };
    },
    close: served.close,
  });
}

function present({ id, amount, transactionId, outcome }: Made) {
  return {
    performed_at: '2026-11-20T10:00:00.000Z',
    type: 'DEBIT',
    status: outcome.word ?? STATUSES[outcome.status],
    source: 'MOBILE_MONEY',
    source_common_name: 'mtn-benin',
    amount: outcome.amount ?? amount,
    fees: 19,
    reason: null,
    state: outcome.ofTransaction ?? transactionId,
    partnerId: '',
    income: outcome.amount ?? amount,
    transactionId: outcome.withoutReference ? null : id,
  };
}

/** The frame: it waits for INIT_WIDGET, then says what happened under the names of the real one. */
const WIDGET = `<!doctype html><html lang="fr"><meta charset="utf-8"><title>KKiaPay</title><h1>KKiaPay</h1>
<p id="amount"></p><button id="pay">Payer</button><button id="fail">Refuser</button><button id="close">Fermer</button>
<script>
let asked = null;
const say = (name, data) => parent.postMessage({ name, data }, '*');
addEventListener('message', ({ data }) => {
  if (data.name !== 'INIT_WIDGET') return;
  asked = data.data;
  document.getElementById('amount').textContent = asked.amount + ' FCFA';
});
const end = async (paid) => {
  const response = await fetch('/widget/transactions', { method: 'POST',
    body: JSON.stringify({ partnerId: asked.partnerId, amount: asked.amount, paid }) });
  say(paid ? 'PAYMENT_SUCCESS' : 'PAYMENT_FAILED', await response.json());
};
document.getElementById('pay').onclick = () => end(true);
document.getElementById('fail').onclick = () => end(false);
document.getElementById('close').onclick = () => say('CLOSE_WIDGET');
</script>`;
