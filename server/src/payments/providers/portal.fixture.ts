import type { PortalSettings } from '../../settings/payment-settings.ts';
import { signCall } from './call.ts';
import {
  type FakeProvider,
  type Outcome,
  serveFake,
  sumHeld,
  type Trouble,
} from './fake-provider.fixture.ts';

const LOGIN = { email: 'compte@amasin.test', password: 'login-of-the-merchant' };
const WEBHOOK_SECRET = 'a-webhook-secret-that-the-operator-chose';
const TOKEN = 'token-of-one-login';

export const PORTAL_SECRETS = [LOGIN.email, LOGIN.password, WEBHOOK_SECRET];

const STATUSES = { pending: 'PENDING', paid: 'SUCCESS', declined: 'FAILED', cancelled: 'CANCELLED' } as const;

/** Settings that fit the fake, whose answers have their values in `data`. */
export const portalSettings = ({ url }: FakeProvider): PortalSettings => ({
  provider: 'portal',
  isTest: false,
  loginUrl: `${url}/login`,
  ...LOGIN,
  url: `${url}/portal`,
  label: 'Portail d’essai',
  clientId: 'client-7',
  productId: 'product-7',
  statusUrl: `${url}/transactions/{transactionId}`,
  webhookSecret: WEBHOOK_SECRET,
  fields: {
    token: 'data.token',
    status: 'data.status',
    amount: 'data.amount',
    currency: 'data.currency',
    reference: 'data.reference',
    transactionId: 'data.transactionId',
  },
  statuses: {
    paid: ['success'],
    failed: ['failed'],
    cancelled: ['cancelled'],
    expired: ['expired'],
    refunded: ['refunded'],
  },
});

/** The same, as an operator gives them. */
export function portalEnv(portal: FakeProvider) {
  const { loginUrl, email, password, url, clientId, productId, statusUrl, webhookSecret, fields } =
    portalSettings(portal);
  return {
    PORTAL_LOGIN_URL: loginUrl,
    PORTAL_EMAIL: email,
    PORTAL_PASSWORD: password,
    PORTAL_URL: url,
    PORTAL_CLIENT_ID: clientId,
    PORTAL_PRODUCT_ID: productId,
    PORTAL_STATUS_URL: statusUrl,
    PORTAL_WEBHOOK_SECRET: webhookSecret,
    PORTAL_TOKEN_FIELD: fields.token,
    PORTAL_STATUS_FIELD: fields.status,
    PORTAL_AMOUNT_FIELD: fields.amount,
    PORTAL_CURRENCY_FIELD: fields.currency,
    PORTAL_REFERENCE_FIELD: fields.reference,
    PORTAL_ID_FIELD: fields.transactionId,
  };
}

export interface FakePortal extends FakeProvider {
  /** The customer's frame asks for this amount. */
  enter(transactionId: string, amount: number): void;
}

/** A provider whose portal opens in a frame: a login, and the status of a transaction under our id. */
export async function startPortal(): Promise<FakePortal> {
  const state = { trouble: null as Trouble };
  const made = new Map<string, { amount: number; outcome: Outcome; isPaidBack?: boolean }>();
  const present = (transactionId: string) => {
    const { amount, outcome } = find(transactionId);
    return {
      data: {
        transactionId: outcome.ofTransaction ?? transactionId,
        status: outcome.word ?? STATUSES[outcome.status],
        amount: String(outcome.amount ?? amount),
        currency: outcome.currency ?? 'XOF',
        reference: outcome.withoutReference ? null : `REF-${transactionId}`,
      },
    };
  };
  const find = (transactionId: string) => {
    const one = made.get(transactionId);
    if (one === undefined) throw new Error(`the portal has no transaction ${transactionId}`);
    return one;
  };
  const served = await serveFake(({ route, headers, body }) => {
    const [path = '', query] = route.split('?');
    if (path === 'GET /portal') return { body: framePage(new URLSearchParams(query)) };
    if (path === 'POST /portal') {
      const { transactionId, amount } = body;
      made.set(transactionId, { amount, outcome: { status: 'paid' } });
      return { body: {} };
    }
    if (route === 'POST /login') {
      const isKnown = body.email === LOGIN.email && body.password === LOGIN.password;
      return isKnown ? { body: { data: { token: TOKEN } } } : { status: 401, body: { error: 'login' } };
    }
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { error: 'token' } };
    const id = /^GET \/transactions\/(.+)$/.exec(route)?.[1] ?? '';
    return made.has(id) ? { body: present(id) } : { status: 404, body: { error: 'unknown' } };
  }, state);
  return Object.assign(state, {
    url: served.url,
    calls: served.calls,
    get lastHeaders() {
      return served.lastHeaders;
    },
    enter: (transactionId: string, amount: number) => {
      made.set(transactionId, { amount, outcome: { status: 'pending' } });
    },
    settle: (transactionId: string, outcome: Outcome) => {
      find(transactionId).outcome = outcome;
    },
    payBack: (transactionId: string) => {
      find(transactionId).isPaidBack = true;
    },
    held: () => sumHeld(made.values()),
    webhook: (transactionId: string, { secret = WEBHOOK_SECRET, at }: { secret?: string; at: Date }) => {
      const payload = JSON.stringify({ data: { transactionId } });
      return { payload, headers: { 'x-portal-signature': signCall(payload, secret, at) } };
    },
    close: served.close,
  });
}

/** The page in the frame: it pays with one press and says so to the page. */
function framePage(given: URLSearchParams): string {
  const paid = { transactionId: given.get('transactionId'), amount: Number(given.get('minAmount')) };
  const body = JSON.stringify(paid).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Portail</title><h1>${paid.amount} FCFA</h1>
<button id="pay">Payer</button>
<script>
document.getElementById('pay').onclick = async () => {
  await fetch('/portal', { method: 'POST', body: ${JSON.stringify(body)} });
  parent.postMessage({ paymentStatus: 'success' }, '*');
};
</script>`;
}
