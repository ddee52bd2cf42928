import type { Asked } from '../fake-provider.fixture.ts';

/** What the next payouts become when they are started. */
export type PayoutBehaviour =
  | 'sent'
  /** Started, and pending until `settlePayouts`. */
  | 'started'
  /** The operator refuses. */
  | 'failed'
  /** Made, but the answer is an error. */
  | 'lost'
  /** Started again, it would be made twice: the test counts that. */
  | 'refused';

interface MadePayout {
  readonly id: number;
  readonly asked: { amount: number; mode: string; merchant_reference: string; customer: object };
  status: 'pending' | 'started' | 'sent' | 'failed';
  starts: number;
  isDeleted: boolean;
}

export interface FakePayouts {
  payoutBehaviour: PayoutBehaviour;
  readonly payouts: readonly MadePayout[];
  /** Those that are started become sent or failed. */
  settlePayouts(status: 'sent' | 'failed'): void;
}

/** FedaPay's payouts as its documentation and its kit describe them: made pending, started by id, then sent or failed. */
export function fakePayouts() {
  const made: MadePayout[] = [];
  const state: FakePayouts = {
    payoutBehaviour: 'sent',
    payouts: made,
    settlePayouts: (status) => {
      for (const one of made) if (one.status === 'started') one.status = status;
    },
  };
  const start = (one: MadePayout): { status?: number; body: object } => {
    const behaviour = state.payoutBehaviour;
    if (behaviour === 'refused' || one.status !== 'pending')
      return { status: 422, body: { message: 'Ce dépôt ne peut pas être envoyé' } };
    one.starts += 1;
    one.status = behaviour === 'lost' ? 'sent' : behaviour;
    return behaviour === 'lost' ? { status: 502, body: {} } : { body: { 'v1/payouts': [present(one)] } };
  };
  const answer = ({ route, body }: Asked): { status?: number; body: object } | null => {
    if (route === 'POST /v1/payouts') {
      const one: MadePayout = {
        id: 500 + made.length,
        asked: body,
        status: 'pending',
        starts: 0,
        isDeleted: false,
      };
      made.push(one);
      return { body: { 'v1/payout': present(one) } };
    }
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
  return { state, answer };
}

function present({ id, asked, status }: MadePayout) {
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
    sent_at: status === 'sent' ? '2026-11-20T10:00:00.000Z' : null,
    failed_at: status === 'failed' ? '2026-11-20T10:00:00.000Z' : null,
  };
}
