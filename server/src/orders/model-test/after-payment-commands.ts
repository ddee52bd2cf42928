import {
  type CancelDecline,
  cancelDeclines,
  concernsLine,
  type MedicinePlace,
  medicinePlaces,
  type ProblemReason,
  problemReasons,
  type StaffCancelReason,
  shortageReasons,
  staffCancelReasons,
} from '@amasin/domain/orders/reasons.ts';
import { and, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { refunds } from '../../database/schema/refunds.ts';
import { type RefundBehaviour, refundBehaviours } from '../../payments/providers/sandbox.ts';
import { sendRefunds } from '../../payments/refund.ts';
import { refundBehaves } from '../../testing/pay.ts';
import {
  acceptCancel,
  askCancel,
  bringBack,
  cancelPaid,
  declineCancel,
  giveBack,
  markReady,
  reportProblem,
  reportShortage,
  retryRefund,
  type Shortage,
  sendRefund,
  settleRefund,
  solveProblem,
} from './after-payment-model.ts';
import { apiCommand, type Command, call } from './api-command.ts';
import { anyone, type Name, supervisors } from './people.ts';
import { expectSame, type Real } from './system.ts';

export const askCancelCommand = (name: Name) =>
  apiCommand(
    `${name} asks to cancel`,
    (model) => askCancel(model, name),
    (real) => call(real, name, 'POST', `/orders/${real.orderId}/cancel-request`, { reason: 'not-needed' }),
  );

export const decideCancelCommand = (name: Name, declined: CancelDecline | null) =>
  apiCommand(
    `${name} ${declined === null ? 'accepts' : `declines (${declined})`} the cancellation`,
    (model) => (declined === null ? acceptCancel(model, name) : declineCancel(model, name, declined)),
    (real) => call(real, name, 'POST', `/orders/${real.orderId}/cancel-request/decision`, { declined }),
  );

export const cancelPaidCommand = (name: Name, reason: StaffCancelReason) =>
  apiCommand(
    `${name} cancels the paid order (${reason})`,
    (model) => cancelPaid(model, name),
    (real) => call(real, name, 'POST', `/orders/${real.orderId}/cancellation`, { reason }),
  );

export const bringBackCommand = (name: Name, medicinesAt: MedicinePlace) =>
  apiCommand(
    `${name} brings the order back, its medicines at the ${medicinesAt}`,
    (model) => bringBack(model, name, medicinesAt),
    (real) =>
      call(real, name, 'POST', `/orders/${real.orderId}/return`, { reason: 'breakdown', medicinesAt }),
  );

export const giveBackCommand = (name: Name) =>
  apiCommand(
    `${name} gives one box back`,
    (model) => giveBack(model, name),
    (real) =>
      call(real, name, 'POST', `/orders/${real.orderId}/give-back`, {
        lines: [{ medicationId: real.medication.id, givenBack: 1 }],
        reason: 'unavailable',
      }),
  );

/** The refund of the cancellation. */
const refundOf = async ({ server, orderId }: Real) => {
  const isOfAll = and(eq(refunds.orderId, orderId), isNull(refunds.reason));
  const [refund] = await server.db.select().from(refunds).where(isOfAll);
  return refund?.id ?? '';
};

/** Only an order that was cancelled once paid has a refund. */
const onRefund = (command: Command): Command => ({ ...command, check: ({ refund }) => refund !== null });

export const retryRefundCommand = (name: Name) =>
  onRefund(
    apiCommand(
      `${name} asks for the refund again`,
      (model) => retryRefund(model, name),
      async (real) => call(real, name, 'POST', `/refunds/${await refundOf(real)}/retry`),
    ),
  );

export const settleRefundCommand = (name: Name) =>
  onRefund(
    apiCommand(
      `${name} notes the refund as made by hand`,
      (model) => settleRefund(model, name),
      async (real) => call(real, name, 'POST', `/refunds/${await refundOf(real)}/by-hand`, { note: 'Rendu' }),
    ),
  );

/** The provider behaves so from now on, for each payment that it knows. */
export const refundBehaviourCommand = (behaviour: RefundBehaviour): Command => ({
  check: ({ payments }) => payments.some(({ refundBehaviour }) => refundBehaviour !== null),
  run: async (model, real) => {
    for (const [index, transactionId] of real.transactions.entries()) {
      const payment = model.payments[index];
      if (transactionId === 'built' || payment === undefined) continue;
      payment.refundBehaviour = behaviour;
      await refundBehaves(real.server, transactionId, behaviour);
    }
    if (model.refund && model.refund.behaviour !== null) model.refund.behaviour = behaviour;
  },
  toString: () => `the provider treats refunds as ${behaviour}`,
});

export const refundJobCommand: Command = {
  check: () => true,
  run: async (model, real) => {
    await real.server.pool.query(
      'update refunds set next_try_at = $1 where order_id = $2 and next_try_at is not null',
      [real.server.clock.now(), real.orderId],
    );
    sendRefund(model);
    await sendRefunds(real.server.ctx);
    await expectSame(model, real);
  },
  toString: () => 'the job sends refunds',
};

const slowRefundCommand: Command = {
  check: ({ refund }) => refund?.atProvider === 'slow',
  run: async ({ refund }, real) => {
    if (refund) refund.atProvider = 'done';
    await real.server.pool.query('update sandbox_refunds set settles_at = $1 where refund_id = $2', [
      real.server.clock.now(),
      await refundOf(real),
    ]);
  },
  toString: () => 'the slow refund arrives',
};

const readyCommand = (name: Name, ready: boolean) =>
  apiCommand(
    `${name} says ${ready ? 'ready' : 'not ready'}`,
    (model) => markReady(model, name, ready),
    (real) => call(real, name, 'POST', `/orders/${real.orderId}/ready`, { ready }),
  );

export const shortageCommand = (name: Name, shortage: Shortage) =>
  apiCommand(
    `${name} reports ${shortage.reason}, ${shortage.medicine ?? 'no'} medicine`,
    (model) => reportShortage(model, name, shortage),
    (real) => {
      const { id: medicationId } = shortage.medicine === 'second' ? real.other : real.medication;
      const body = { reason: shortage.reason, ...(shortage.medicine !== null && { medicationId }) };
      return call(real, name, 'POST', `/orders/${real.orderId}/shortage`, body);
    },
  );

const problemCommand = (name: Name, reason: ProblemReason) =>
  apiCommand(
    `${name} reports ${reason}`,
    (model) => reportProblem(model, name, reason),
    (real) => call(real, name, 'POST', `/orders/${real.orderId}/problem`, { reason }),
  );

const solveCommand = (name: Name) =>
  apiCommand(
    `${name} solves the problem`,
    (model) => solveProblem(model, name),
    (real) => call(real, name, 'DELETE', `/orders/${real.orderId}/problem`),
  );

const decision = fc.constantFrom<CancelDecline | null>(null, null, ...cancelDeclines);
const cancelReason = fc.constantFrom(...staffCancelReasons);
const shortage = fc
  .tuple(fc.constantFrom(...shortageReasons), fc.constantFrom('first' as const, 'second' as const))
  .map(([reason, medicine]): Shortage => ({ reason, medicine: concernsLine(reason) ? medicine : null }));
const problem = fc.constantFrom(...problemReasons);
const medicinesAt = fc.constantFrom(...medicinePlaces);
const pharmacy = fc.constantFrom<Name>('pharmacy1', 'pharmacy1', 'pharmacy2');

export const anyCallAfterPayment = [
  anyone.map(askCancelCommand),
  fc.tuple(anyone, decision).map(([name, declined]) => decideCancelCommand(name, declined)),
  fc.tuple(anyone, cancelReason).map(([name, reason]) => cancelPaidCommand(name, reason)),
  fc.tuple(anyone, medicinesAt).map(([name, place]) => bringBackCommand(name, place)),
  anyone.map(giveBackCommand),
  anyone.map(retryRefundCommand),
  anyone.map(settleRefundCommand),
  fc.tuple(anyone, fc.boolean()).map(([name, ready]) => readyCommand(name, ready)),
  fc.tuple(anyone, shortage).map(([name, what]) => shortageCommand(name, what)),
  fc.tuple(anyone, problem).map(([name, reason]) => problemCommand(name, reason)),
  anyone.map(solveCommand),
];

export const afterPayment = [
  fc.constant(askCancelCommand('owner')),
  fc.tuple(supervisors, decision).map(([name, declined]) => decideCancelCommand(name, declined)),
  fc.tuple(supervisors, medicinesAt).map(([name, place]) => bringBackCommand(name, place)),
  fc.constant(refundJobCommand),
  fc.constantFrom(...refundBehaviours).map(refundBehaviourCommand),
  fc.constant(slowRefundCommand),
  supervisors.map(giveBackCommand),
  supervisors.map(retryRefundCommand),
  supervisors.map(settleRefundCommand),
  fc.tuple(pharmacy, shortage).map(([name, what]) => shortageCommand(name, what)),
  fc.tuple(pharmacy, fc.boolean()).map(([name, ready]) => readyCommand(name, ready)),
];
