import { inquiryEndpoints } from '@amasin/domain/inquiries/endpoints.ts';
import { cardCheckEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { type PrescriptionBody, prescriptionBody } from '@amasin/domain/orders/draft.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { isPaidState } from '@amasin/domain/orders/lifecycle.ts';
import type { ReplacementReason } from '@amasin/domain/orders/reasons.ts';
import { payLinkEndpoints, paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { warningEndpoints } from '@amasin/domain/warnings/endpoints.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import { linkTo } from '../files/links.ts';
import { findCard, findCardsToCheck } from '../insurance/queries.ts';
import { Refusal } from '../refusal.ts';
import { csvFile } from '../routing/csv.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import type { Seen } from '../scopes/seen.ts';
import { loadZone } from '../zones/zones.ts';
import {
  advanceOrder,
  markReady,
  noteOpened,
  reportProblem,
  reportShortage,
  solveProblem,
} from './advance.ts';
import { readAgain } from './again.ts';
import { type Assignment, assignOrder, listCandidates } from './assign.ts';
import { bringBack } from './bring-back.ts';
import { readCaller } from './caller.ts';
import { acceptCancel, askCancel, cancelUnasked, declineCancel } from './cancel.ts';
import { checkCard, checkInsurance, noteAgreement } from './card-check.ts';
import { refusePhoto, replacePhoto, writePrescription } from './digitize.ts';
import { readDeliveryTime, readingMinutes } from './expected.ts';
import { exportOrders, orderColumns } from './export.ts';
import { giveBackLines } from './give-back.ts';
import { photographHandover, startWaiting } from './hand-over.ts';
import {
  answerInquiry,
  askPharmacies,
  listInquiries,
  listOffers,
  loadInquiry,
  seeInquiry,
} from './inquire.ts';
import { listOrders, readOf } from './list.ts';
import { loadOrder } from './load.ts';
import { takeOffer } from './offer.ts';
import { leaveOut, openPayment, payOrder } from './pay.ts';
import {
  createPayLink,
  followPayLink,
  listPayLinks,
  loadPayLink,
  payByLink,
  presentPayLink,
  presentPayRequest,
  readPayLink,
  showContent,
  withdrawPayLink,
} from './pay-link.ts';
import { placeOrder } from './place.ts';
import { presentOneOrder, presentTimeline } from './present.ts';
import { findOrderAgain, findTimeline, type OrderView } from './queries.ts';
import { writeBatch } from './recalled.ts';
import {
  answerSubstitution,
  decideSubstitute,
  listEquivalents,
  listSubstitutions,
  loadSubstitution,
  proposeSubstitute,
} from './substitute.ts';
import { countWarnings, listWarnings, seeWarning } from './warn.ts';

const load = (ctx: Ctx, { id }: { id: string }) => loadOrder(ctx, id);

/** Parses the prescription that a supervisor or in-house pharmacist sends. @throws 422 INVALID */
function readPrescription(sent: unknown): PrescriptionBody {
  const parsed = prescriptionBody.safeParse(sent);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues)
    fields[['prescription', ...path].join('.')] ??= message;
  throw new Refusal('INVALID', { fields });
}

type AssignBody = Partial<Record<'pharmacy' | 'deliveryPerson' | 'agent', string | null | undefined>> & {
  replaces?: string | null | undefined;
  reason?: ReplacementReason | null | undefined;
};

/** Reads who is assigned: the schema allows exactly one of the three roles. */
function assignmentOf(body: AssignBody): Assignment {
  const role = body.pharmacy ? 'pharmacy' : body.deliveryPerson ? 'deliveryPerson' : 'agent';
  return { role, userId: body[role] ?? '', replaces: body.replaces ?? null, reason: body.reason ?? null };
}

/** Responds with the changed order, even when the change removed it from the caller's scope. */
async function respond(ctx: Ctx, view: Seen<OrderView>) {
  return ok({ order: await presentOneOrder(ctx, await findOrderAgain(ctx.db, view)) });
}

type OpeningPayments = Pick<typeof paymentEndpoints, 'openPayment'>;

export const orderHandlers: HandlersOf<typeof orderEndpoints & OpeningPayments> = {
  listOrders: handler(orderEndpoints.listOrders, {
    handle: async (ctx, { query }) => ok(await listOrders(ctx, query)),
  }),
  exportOrders: handler(orderEndpoints.exportOrders, {
    limit: 'exportsPerMinute',
    handle: async (ctx, { query }) =>
      csvFile(ctx, 'commandes', orderColumns(ctx), await exportOrders(ctx, query)),
  }),
  readCaller: handler(orderEndpoints.readCaller, {
    limit: 'callersPerMinute',
    handle: async (ctx, { query }) => ok({ caller: await readCaller(ctx, query.phone) }),
  }),
  readOrder: handler(orderEndpoints.readOrder, {
    load,
    handle: async (ctx, _input, view) => {
      await recordReads(ctx, 'order', [readOf(view)]);
      await noteOpened(ctx, view);
      return ok({ order: await presentOneOrder(ctx, view) });
    },
  }),
  placeOrder: handler(orderEndpoints.placeOrder, {
    handle: async (ctx, { body }) => {
      const { order, isNew } = await placeOrder(ctx, body);
      return (isNew ? created : ok)({ order: await presentOneOrder(ctx, order) });
    },
  }),
  openPayment: handler(paymentEndpoints.openPayment, {
    limit: 'paymentsPerMinute',
    handle: async (ctx, { body }) => {
      const { basketId, ...opened } = await openPayment(ctx, body);
      return created(body.basketId ? { ...opened, basketId } : opened);
    },
  }),
  changeOrder: handler(orderEndpoints.changeOrder, {
    load,
    handle: async (ctx, { body }, view) => {
      if (ctx.actor.type === 'customer') await payOrder(ctx, view, body);
      else await writePrescription(ctx, view, readPrescription(body.prescription));
      return respond(ctx, view);
    },
  }),
  advanceOrder: handler(orderEndpoints.advanceOrder, {
    load,
    handle: async (ctx, { body }, view) => {
      const { status, reason, handoverCode, handoverReason } = body;
      const handover = { code: handoverCode ?? null, reason: handoverReason ?? null };
      await advanceOrder(ctx, view, { to: status, reason: reason ?? 'customer', handover });
      return respond(ctx, view);
    },
  }),
  assignOrder: handler(orderEndpoints.assignOrder, {
    load,
    handle: async (ctx, { body }, view) => {
      await assignOrder(ctx, view, assignmentOf(body));
      return respond(ctx, view);
    },
  }),
  listCandidates: handler(orderEndpoints.listCandidates, {
    load,
    handle: async (ctx, { query }, view) => ok(await listCandidates(ctx, view, query)),
  }),
  checkInsurance: handler(orderEndpoints.checkInsurance, {
    load,
    handle: async (ctx, { body }, view) => {
      await checkInsurance(ctx, view, body);
      return respond(ctx, view);
    },
  }),
  noteAgreement: handler(orderEndpoints.noteAgreement, {
    load,
    handle: async (ctx, { body }, view) => {
      await noteAgreement(ctx, view, body.reference);
      return respond(ctx, view);
    },
  }),
  refusePhoto: handler(orderEndpoints.refusePhoto, {
    load,
    handle: async (ctx, { body }, view) => {
      await refusePhoto(ctx, view, body.reason);
      return respond(ctx, view);
    },
  }),
  replacePhoto: handler(orderEndpoints.replacePhoto, {
    load,
    handle: async (ctx, { body }, view) => {
      await replacePhoto(ctx, view, body.url);
      return respond(ctx, view);
    },
  }),
  leaveOut: handler(orderEndpoints.leaveOut, {
    load,
    handle: async (ctx, { body }, view) => {
      await leaveOut(ctx, view, { leftOut: body.medications, quantities: body.quantities });
      return respond(ctx, view);
    },
  }),
  cancelPaid: handler(orderEndpoints.cancelPaid, {
    load,
    handle: async (ctx, { body }, view) => {
      await cancelUnasked(ctx, view, body);
      return respond(ctx, view);
    },
  }),
  giveBack: handler(orderEndpoints.giveBack, {
    load,
    handle: async (ctx, { body }, view) => {
      await giveBackLines(ctx, view, body);
      return respond(ctx, view);
    },
  }),
  listEquivalents: handler(orderEndpoints.listEquivalents, {
    load,
    handle: async (ctx, { query }, view) => {
      await recordReads(ctx, 'order', [readOf(view)]);
      const equivalents = await listEquivalents(ctx, view, query.medicationId);
      return ok({ equivalents, total: equivalents.length });
    },
  }),
  proposeSubstitute: handler(orderEndpoints.proposeSubstitute, {
    load,
    handle: async (ctx, { body }, view) => {
      await proposeSubstitute(ctx, view, body);
      return respond(ctx, view);
    },
  }),
  decideSubstitute: handler(orderEndpoints.decideSubstitute, {
    load,
    handle: async (ctx, { body }, view) => {
      await decideSubstitute(ctx, view, body);
      return respond(ctx, view);
    },
  }),
  listSubstitutions: handler(orderEndpoints.listSubstitutions, {
    handle: async (ctx) => {
      const substitutions = await listSubstitutions(ctx);
      return ok({ substitutions, total: substitutions.length });
    },
  }),
  answerSubstitution: handler(orderEndpoints.answerSubstitution, {
    load: (ctx, { id }) => loadSubstitution(ctx, id),
    handle: async (ctx, { body }, row) => ok({ state: await answerSubstitution(ctx, row, body) }),
  }),
  askCancel: handler(orderEndpoints.askCancel, {
    load,
    handle: async (ctx, { body }, view) => {
      await askCancel(ctx, view, body.reason);
      return respond(ctx, view);
    },
  }),
  decideCancel: handler(orderEndpoints.decideCancel, {
    load,
    handle: async (ctx, { body }, view) => {
      if (body.declined === null) await acceptCancel(ctx, view);
      else await declineCancel(ctx, view, body.declined);
      return respond(ctx, view);
    },
  }),
  markReady: handler(orderEndpoints.markReady, {
    load,
    handle: async (ctx, { body }, view) => {
      await markReady(ctx, view, body.ready);
      return respond(ctx, view);
    },
  }),
  reportProblem: handler(orderEndpoints.reportProblem, {
    load,
    handle: async (ctx, { body }, view) => {
      await reportProblem(ctx, view, body);
      return respond(ctx, view);
    },
  }),
  startWaiting: handler(orderEndpoints.startWaiting, {
    load,
    handle: async (ctx, _input, view) => {
      await startWaiting(ctx, view);
      return respond(ctx, view);
    },
  }),
  photographHandover: handler(orderEndpoints.photographHandover, {
    limit: 'uploadsPerMinute',
    load,
    handle: async (ctx, { body }, view) => {
      await photographHandover(ctx, view, body.file);
      return respond(ctx, view);
    },
  }),
  reportShortage: handler(orderEndpoints.reportShortage, {
    load,
    handle: async (ctx, { body }, view) => {
      await reportShortage(ctx, view, body);
      return respond(ctx, view);
    },
  }),
  writeBatch: handler(orderEndpoints.writeBatch, {
    load,
    handle: async (ctx, { params, body }, view) => {
      await writeBatch(ctx, view, params.medicationId, body);
      return respond(ctx, view);
    },
  }),
  bringBack: handler(orderEndpoints.bringBack, {
    load,
    handle: async (ctx, { body }, view) => {
      await bringBack(ctx, view, body);
      return respond(ctx, view);
    },
  }),
  solveProblem: handler(orderEndpoints.solveProblem, {
    load,
    handle: async (ctx, { query: { reported } }, view) => {
      await solveProblem(ctx, view, reported);
      return noContent();
    },
  }),
  readDeliveryTime: handler(orderEndpoints.readDeliveryTime, {
    load: (ctx, { id }) => loadZone(ctx, id),
    handle: async (ctx, _input, zone) => ok({ minutes: await readDeliveryTime(ctx, zone) }),
  }),
  readReadingTime: handler(orderEndpoints.readReadingTime, {
    handle: async (ctx) => ok({ minutes: await readingMinutes(ctx) }),
  }),
  readAgain: handler(orderEndpoints.readAgain, {
    load,
    handle: async (ctx, _input, view) => ok({ again: await readAgain(ctx, view) }),
  }),
  printReceipt: handler(orderEndpoints.printReceipt, {
    limit: 'uploadsPerMinute',
    load,
    handle: async (ctx, _input, { order }) => {
      if (!isPaidState(order.state)) throw new Refusal('NO_RECEIPT_YET');
      return ok({ url: linkTo(ctx, `receipt:${order.id}`) });
    },
  }),
  readTimeline: handler(orderEndpoints.readTimeline, {
    load,
    handle: async (ctx, _input, view) => {
      await recordReads(ctx, 'order', [readOf(view)]);
      const timeline = presentTimeline(await findTimeline(ctx.db, view.order.id));
      return ok({ timeline, total: timeline.length });
    },
  }),
};

export const cardCheckHandlers: HandlersOf<typeof cardCheckEndpoints> = {
  listCardsToCheck: handler(cardCheckEndpoints.listCardsToCheck, {
    handle: async (ctx) => {
      const cards = (await findCardsToCheck(ctx.db)).flatMap(({ card, customer, orders }) =>
        card.fileKey === null || card.checkAskedAt === null
          ? []
          : {
              _id: card.id,
              customer,
              label: card.label,
              taux: card.rate,
              url: card.fileKey,
              askedAt: card.checkAskedAt.toISOString(),
              orders,
            },
      );
      return ok({ cards, total: cards.length });
    },
  }),
  checkCard: handler(cardCheckEndpoints.checkCard, {
    load: async (ctx, { id }) => {
      const card = await findCard(ctx.db, id);
      if (card === null) throw new Refusal('NOT_FOUND');
      return card;
    },
    handle: async (ctx, { body }, card) => {
      await checkCard(ctx, card.id, body);
      return noContent();
    },
  }),
};

export const warningHandlers: HandlersOf<typeof warningEndpoints> = {
  listWarnings: handler(warningEndpoints.listWarnings, {
    load,
    handle: async (ctx, _input, view) => {
      await recordReads(ctx, 'order', [readOf(view)]);
      const warnings = await listWarnings(ctx, view);
      return ok({ warnings, total: warnings.length });
    },
  }),
  seeWarning: handler(warningEndpoints.seeWarning, {
    load,
    handle: async (ctx, { params, body }, view) => {
      await seeWarning(ctx, view, params.rule, body);
      const warnings = await listWarnings(ctx, view);
      return ok({ warnings, total: warnings.length });
    },
  }),
  countWarnings: handler(warningEndpoints.countWarnings, {
    handle: async (ctx) => ok({ rules: await countWarnings(ctx) }),
  }),
};

const PROOF = 'x-proof';

/** Links are about baskets and orders, which the payments do not read. */
export const payLinkHandlers: HandlersOf<typeof payLinkEndpoints> = {
  createPayLink: handler(payLinkEndpoints.createPayLink, {
    limit: 'paymentsPerMinute',
    handle: async (ctx, { body }) => {
      const { view, token } = await createPayLink(ctx, body);
      return created({ payLink: presentPayLink(ctx, view), token });
    },
  }),
  listPayLinks: handler(payLinkEndpoints.listPayLinks, {
    handle: async (ctx) =>
      ok({ payLinks: (await listPayLinks(ctx)).map((view) => presentPayLink(ctx, view)) }),
  }),
  changePayLink: handler(payLinkEndpoints.changePayLink, {
    load: (ctx, { id }) => loadPayLink(ctx, id),
    handle: async (ctx, { body }, view) =>
      ok({ payLink: presentPayLink(ctx, await showContent(ctx, view, body.showsContent)) }),
  }),
  withdrawPayLink: handler(payLinkEndpoints.withdrawPayLink, {
    load: (ctx, { id }) => loadPayLink(ctx, id),
    handle: async (ctx, _input, view) => {
      await withdrawPayLink(ctx, view);
      return noContent();
    },
  }),
  readPayLink: handler(payLinkEndpoints.readPayLink, {
    limit: 'payLinksPerMinute',
    handle: async (ctx, { body }, _resource, { headers }) =>
      ok({ payRequest: await presentPayRequest(ctx, await readPayLink(ctx, body.token, headers[PROOF])) }),
  }),
  openPayLink: handler(payLinkEndpoints.openPayLink, {
    limit: 'payLinksPerMinute',
    handle: async (ctx, { body }, _resource, { headers }) =>
      created(await payByLink(ctx, body, headers[PROOF])),
  }),
  followPayLink: handler(payLinkEndpoints.followPayLink, {
    limit: 'payLinksPerMinute',
    handle: async (ctx, { body }, _resource, { headers }) => {
      const { view, status } = await followPayLink(ctx, body, headers[PROOF]);
      return ok({ payRequest: await presentPayRequest(ctx, view), status });
    },
  }),
};

export const inquiryHandlers: HandlersOf<typeof inquiryEndpoints> = {
  listInquiries: handler(inquiryEndpoints.listInquiries, {
    handle: async (ctx) => {
      const inquiries = await listInquiries(ctx);
      return ok({ inquiries, total: inquiries.length });
    },
  }),
  seeInquiry: handler(inquiryEndpoints.seeInquiry, {
    load: (ctx, { id }) => loadInquiry(ctx, id),
    handle: async (ctx, _input, inquiry) => ok({ inquiry: await seeInquiry(ctx, inquiry) }),
  }),
  answerInquiry: handler(inquiryEndpoints.answerInquiry, {
    load: (ctx, { id }) => loadInquiry(ctx, id),
    handle: async (ctx, { body }, inquiry) => ok({ inquiry: await answerInquiry(ctx, inquiry, body) }),
  }),
  listOffers: handler(inquiryEndpoints.listOffers, {
    load: (ctx, { id }) => loadInquiry(ctx, id),
    handle: async (ctx, { query }, inquiry) => {
      const equivalents = await listOffers(ctx, inquiry, query.medicationId);
      return ok({ equivalents, total: equivalents.length });
    },
  }),
  takeOffer: handler(inquiryEndpoints.takeOffer, {
    load,
    handle: async (ctx, { body }, view) => {
      await takeOffer(ctx, view, body);
      return respond(ctx, view);
    },
  }),
  askPharmacies: handler(inquiryEndpoints.askPharmacies, {
    load,
    handle: async (ctx, { body }, view) => {
      await askPharmacies(ctx, view, body);
      return respond(ctx, view);
    },
  }),
};
