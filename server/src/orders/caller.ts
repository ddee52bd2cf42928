import type { Caller } from '@amasin/domain/orders/caller.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import { insertOpening } from '../files/queries.ts';
import { findOngoingPayments } from '../payments/basket-queries.ts';
import {
  countPrescriptions,
  countReviews,
  findCustomerByPhone,
  findLastProblem,
  findLatestOrders,
} from './queries.ts';

/**
 * Finds the customer with this telephone, and records that their card was read, as for files. It shows no message of a
 * consultation: only the patient and the doctor read those (rule 28).
 */
export async function readCaller(ctx: Ctx, phone: string): Promise<Caller | null> {
  const { db, actor, clock } = ctx;
  const customer = await findCustomerByPhone(db, phone);
  if (customer === null) return null;
  const { id, name } = customer;
  await insertOpening(db, { object: `caller:${id}`, userId: actor._id, at: clock.now() });
  await recordReads(ctx, 'user', [{ id, customerId: id }]);
  const [{ total, latest }, prescriptions, ongoing, review, problem] = await Promise.all([
    findLatestOrders(db, id),
    countPrescriptions(db, id),
    findOngoingPayments(db, id, clock.now()),
    countReviews(db, id),
    findLastProblem(db, id),
  ]);
  return {
    _id: id,
    name,
    phone: customer.phone,
    deliveryZone: latest[0]?.zone ?? null,
    deliveryTown: latest[0]?.town ?? null,
    orders: {
      total,
      latest: latest.map((order) => ({
        _id: order.id,
        number: order.number,
        date: order.createdAt.toISOString(),
        state: order.state,
      })),
    },
    prescriptions,
    payments: { pending: ongoing.filter(({ payment }) => payment.status === 'pending').length, review },
    problem: problem && presentProblem(problem),
  };
}

type Problem = NonNullable<Awaited<ReturnType<typeof findLastProblem>>>;

function presentProblem({ number, reason, note, at }: Problem): Caller['problem'] {
  return reason === null || at === null ? null : { number, reason, note, at: at.toISOString() };
}
