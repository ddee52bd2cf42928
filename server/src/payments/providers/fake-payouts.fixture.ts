import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { Asked } from './fake-provider.fixture.ts';

/** The outcome of the next payouts when they are started. */
export type PayoutBehaviour =
  | 'sent'
  /** Started, and pending until `settlePayouts`. */
  | 'started'
  /** The operator refuses. */
  | 'failed'
  /** Made, but the answer is an error. */
  | 'lost'
  /** Started again, it would be made twice: the test counts that. */
  | 'refused'
  /** Not made at all: the documentation does not say what is checked then. */
  | 'unmade';

interface Customer {
  readonly phone_number: { readonly number: string };
}

interface MadePayout {
  readonly id: number;
  readonly asked: { amount: number; mode: string; merchant_reference: string; customer: Customer };
  status: 'pending' | 'started' | 'sent' | 'failed';
  readonly createdAt: Date;
  startedAt: Date | null;
  starts: number;
  isDeleted: boolean;
}

/** The documented limits: of one payout, F, and of those that a telephone gets in 24 hours. */
const MAX_AMOUNT = 1_000_000;
const MAX_A_DAY = 3;

export interface FakePayouts {
  payoutBehaviour: PayoutBehaviour;
  /** The provider's message about a payout that is not made. */
  unmadeMessage: string;
  readonly payouts: readonly MadePayout[];
  /** XOF that the operator put on the balance: it is usable at once, unlike what customers pay. */
  toppedUp: number;
  /** XOF on the balance that payouts may use. */
  usable(): number;
  /** Makes the started payouts sent or failed. */
  settlePayouts(status: 'sent' | 'failed'): void;
}

/**
 * FedaPay's payouts as its documentation and its kit describe them: made pending, started by id, then sent or failed. It documents
 * its limits, but not where it refuses: here an amount when the payout is made, the rest when it is started.
 * @param transferred what customers paid that has reached the balance
 */
export function fakePayouts(clock: { now(): Date }, transferred: () => number) {
  const made: MadePayout[] = [];
  const hasLeft = ({ status }: MadePayout) => status === 'started' || status === 'sent';
  const sumPaidOut = () => made.filter(hasLeft).reduce((sum, { asked }) => sum + asked.amount, 0);
  const countOfDay = (phone: string) => {
    const since = clock.now().getTime() - DAY_MS;
    return made.filter(
      (one) => hasLeft(one) && phoneOf(one) === phone && (one.startedAt?.getTime() ?? 0) > since,
    ).length;
  };
  const state: FakePayouts = {
    payoutBehaviour: 'sent',
    unmadeMessage: 'Numéro de téléphone invalide',
    payouts: made,
    toppedUp: 0,
    usable: () => state.toppedUp + transferred() - sumPaidOut(),
    settlePayouts: (status) => {
      for (const one of made) if (one.status === 'started') one.status = status;
    },
  };
  const start = (one: MadePayout): { status?: number; body: object } => {
    const behaviour = state.payoutBehaviour;
    if (behaviour === 'refused' || behaviour === 'unmade' || one.status !== 'pending')
      return refuse('Ce dépôt ne peut pas être envoyé');
    if (countOfDay(phoneOf(one)) >= MAX_A_DAY) return refuse('Trois dépôts vers ce numéro en 24 heures');
    if (one.asked.amount > state.usable()) return refuse('Solde insuffisant');
    one.starts += 1;
    one.startedAt = clock.now();
    one.status = behaviour === 'lost' ? 'sent' : behaviour;
    return behaviour === 'lost' ? { status: 502, body: {} } : { body: { 'v1/payouts': [present(one)] } };
  };
  const answer = ({ route, body }: Asked): { status?: number; body: object } | null => {
    if (route === 'POST /v1/payouts') {
      const { amount } = body;
      if (state.payoutBehaviour === 'unmade') return refuse(state.unmadeMessage);
      if (!Number.isInteger(amount) || amount < 1 || amount > MAX_AMOUNT) return refuse('Montant invalide');
      const one: MadePayout = {
        id: 500 + made.length,
        asked: body,
        status: 'pending',
        createdAt: clock.now(),
        startedAt: null,
        starts: 0,
        isDeleted: false,
      };
      made.push(one);
      return { body: { 'v1/payout': present(one) } };
    }
    if (route === 'GET /v1/balances')
      return { body: { 'v1/balances': [{ id: 1, mode: 'mtn', amount: state.usable() }] } };
    const searched = pageOf(
      route,
      'payouts',
      made.filter(({ isDeleted }) => !isDeleted),
    );
    if (searched !== null) return { body: { 'v1/payouts': searched.map(present), meta: {} } };
    const deleted = /^DELETE \/v1\/payouts\/(\d+)$/.exec(route)?.[1];
    if (deleted !== undefined) {
      for (const each of made) if (each.id === Number(deleted)) each.isDeleted = true;
      return { body: {} };
    }
    const id =
      route === 'PUT /v1/payouts/start' ? body.payouts[0].id : /^GET \/v1\/payouts\/(\d+)$/.exec(route)?.[1];
    if (id === undefined) return null;
    const one = made.find((each) => each.id === Number(id) && !each.isDeleted);
    if (one === undefined) return { status: 404, body: { message: 'Objet introuvable' } };
    return route.startsWith('PUT') ? start(one) : { body: { 'v1/payout': present(one) } };
  };
  return { state, answer, sumPaidOut };
}

const refuse = (message: string) => ({ status: 422, body: { message } });
const phoneOf = ({ asked }: MadePayout) => asked.customer.phone_number.number;

/** Their longest page, as nothing says how long it is: less than what is asked for. Latest first; null for another call. */
const PER_PAGE = 25;
export function pageOf<Row>(route: string, what: string, rows: readonly Row[]): Row[] | null {
  const page = new RegExp(`^GET /v1/${what}/search\\?page=(\\d+)&per_page=\\d+$`).exec(route)?.[1];
  if (page === undefined) return null;
  return rows.toReversed().slice((Number(page) - 1) * PER_PAGE, Number(page) * PER_PAGE);
}

function present({ id, asked, status, createdAt }: MadePayout) {
  return {
    klass: 'v1/payout',
    id,
    reference: `payout_${id}`,
    amount: asked.amount,
    status,
    customer_id: 9,
    currency_id: 1,
    mode: asked.mode,
    merchant_reference: asked.merchant_reference,
    last_error_code: status === 'failed' ? 'INVALID_ACCOUNT' : null,
    last_error_message: null,
    created_at: createdAt.toISOString(),
    deleted_at: null,
    sent_at: status === 'sent' ? '2026-11-20T10:00:00.000Z' : null,
    failed_at: status === 'failed' ? '2026-11-20T10:00:00.000Z' : null,
  };
}
