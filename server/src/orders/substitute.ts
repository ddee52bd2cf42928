import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { formatAmount } from '@amasin/domain/contract/format.ts';
import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { isEquivalent } from '@amasin/domain/medications/equivalent.ts';
import type { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { atGivenPrice, differenceBack } from '@amasin/domain/orders/give-back.ts';
import { isPaidState } from '@amasin/domain/orders/lifecycle.ts';
import type { Equivalent, SubstitutionToAnswer } from '@amasin/domain/orders/order.ts';
import { quoteOf } from '@amasin/domain/orders/pricing.ts';
import { isRecalled, type ShortageReason } from '@amasin/domain/orders/reasons.ts';
import {
  firstStep,
  givenPrice,
  isOpenSubstitution,
  type PrescriberAnswer,
  type SubstitutionState,
} from '@amasin/domain/orders/substitution.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import type { OrderRow, SubstitutionRow } from '../database/schema/orders.ts';
import { transact } from '../database/transaction.ts';
import { type Message, notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { lockCustomer } from '../payments/basket-queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { announceAgain, announceBySms } from '../sms/send.ts';
import { askedWords } from '../sms/texts.ts';
import { setMissing } from './advance.ts';
import { lockPaid } from './cancel.ts';
import { clearProblem, insertEvents, lockOrder } from './change-queries.ts';
import { payBack } from './give-back.ts';
import { loadOrder, stateChanged } from './load.ts';
import { toCustomer, toOne, toSupervisors } from './notices.ts';
import { findOrder, type OrderView } from './queries.ts';
import { withSameCover } from './same-cover.ts';
import {
  asks,
  endSubstitution,
  findAlike,
  findAsked,
  findFixedReason,
  findLastSubstitution,
  findMedicine,
  findOrderable,
  findPrescriber,
  findToAnswer,
  giveInstead,
  insertSubstitution,
  isNamed,
  isNoneWanted,
  isToCheck,
  keepMedicine,
  lapse,
  moveSubstitution,
} from './substitute-queries.ts';

type Line = OrderView['items'][number];

/** Finds the line of an order that lacks. @throws 422 INVALID */
function lineOf({ items }: OrderView, medicationId: string): Line {
  const line = items.find((item) => item.medicationId === medicationId && item.quantity > item.givenBack);
  if (line === undefined) throw invalidField('medicationId', 'Ce médicament n’est pas dans cette commande');
  return line;
}

/**
 * Lists the medicines that a pharmacy may propose for a line without asking a pharmacist: of the same substances, strength, form and
 * route (rule 53), the cheapest first.
 * @throws 422 INVALID for a medicine that is not in the order
 */
export async function listEquivalents(
  { db }: Ctx,
  view: Seen<OrderView>,
  medicationId: string,
): Promise<Equivalent[]> {
  const line = lineOf(view, medicationId);
  const ordered = await findMedicine(db, orderedOf(line));
  if (ordered === null) return [];
  const isOther = ({ id }: MedicationRow) => !isOrdered(view, id);
  const alike = (await findAlike(db, ordered)).filter((row) => isOther(row) && isEquivalent(ordered, row));
  const ours = await withSameCover(db, view.order, line, alike);
  return ours.slice(0, 50).map(({ id, label, form, price }) => {
    return { _id: id, label, form, price: givenPrice(line.price, price) };
  });
}

/** The medicine that was ordered, with which others are compared. */
const orderedOf = ({ medicationId, prescribedId }: Line): string => prescribedId ?? medicationId;

/** Whether a medicine is in an order, or was before another one was given instead. */
const isOrdered = ({ items }: OrderView, id: string): boolean =>
  items.some(({ medicationId, prescribedId }) => medicationId === id || prescribedId === id);

type Proposal = HandlerInput<typeof orderEndpoints.proposeSubstitute>['body'];

/**
 * Proposes another medicine for a line that the pharmacy of a paid order lacks, which blocks the order as a shortage does. The customer
 * is asked at once when it is equivalent or the prescriber has named it, else after an in-house pharmacist. Repeated, it changes nothing;
 * another medicine replaces the proposal.
 * @throws 422 INVALID for a line or a medicine that cannot be; 409 NOT_SUBSTITUTABLE, SHORTAGE_OPEN while one of its medicines is
 * recalled; what reportShortage throws
 */
export async function proposeSubstitute(ctx: Ctx, view: Seen<OrderView>, body: Proposal): Promise<void> {
  const line = lineOf(view, body.medicationId);
  const { order } = view;
  const prescribedId = orderedOf(line);
  const ordered = await findMedicine(ctx.db, prescribedId);
  const other = await findOrderable(ctx.db, body.proposedId);
  if (ordered === null || other === null)
    throw invalidField('proposedId', 'Ce médicament n’est plus au catalogue');
  if (isOrdered(view, other.id)) throw invalidField('proposedId', 'Ce médicament est déjà dans la commande');
  if (other.requiresPrescription && !ordered.requiresPrescription && order.prescriptionId === null)
    throw invalidField('proposedId', 'Ce médicament demande une ordonnance');
  if ((await withSameCover(ctx.db, order, line, [other])).length === 0)
    throw invalidField('proposedId', 'L’assurance du client ne couvre pas ce médicament comme l’autre');
  if (order.prescriptionId !== null) {
    if ((await findFixedReason(ctx.db, order.prescriptionId, prescribedId)) !== null)
      throw new Refusal('NOT_SUBSTITUTABLE');
  }
  const isSame = isEquivalent(ordered, other);
  const isProposed = await transact(ctx.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (!isPreparedBy(locked, ctx.actor._id)) return false;
    if (isRecalled(locked.problem)) throw new Refusal('SHORTAGE_OPEN');
    if (await isNoneWanted(tx, order.id, line.position)) throw new Refusal('NOT_SUBSTITUTABLE');
    const last = await findLastSubstitution(tx, order.id);
    const { position, price: prescribedPrice } = line;
    const named = { orderId: order.id, position, medicationId: other.id };
    if (
      last !== null &&
      isOpenSubstitution(last.state) &&
      last.medicationId === other.id &&
      last.position === position
    )
      return true;
    const at = ctx.clock.now();
    const reason = body.reason as ShortageReason;
    const state = firstStep(isSame || (await isNamed(tx, named)));
    await setMissing(ctx, tx, order, { line, reason, note: null, isAsked: state === 'asking', at });
    await endSubstitution(tx, order.id);
    await insertSubstitution(tx, {
      ...{
        orderId: order.id,
        position,
        state,
        reason,
        isEquivalent: isSame,
        quantity: line.quantity - line.givenBack,
      },
      ...{
        prescribedId,
        prescribedLabel: line.prescribedLabel ?? line.label,
        prescribedPrice,
      },
      ...{ medicationId: other.id, label: other.label, price: other.price },
      ...{ proposedById: ctx.actor._id, proposedAt: at, until: untilOf(ctx, at) },
    });
    await insertEvents(tx, [{ orderId: order.id, at, actorId: ctx.actor._id, action: 'propose-substitute' }]);
    await askNext(ctx, tx, { view, state, prescriberId: null, at });
    return true;
  });
  if (isProposed) return;
  const { order: now } = await loadOrder(ctx, order.id);
  if (now.state === 'pending' && now.heldById !== null) throw new Refusal('WITH_COURIER');
  throw stateChanged(ctx.actor, now);
}

const isPreparedBy = ({ state, pharmacyId, heldById }: OrderRow, id: string) =>
  state === 'pending' && pharmacyId === id && heldById === null;

const untilOf = ({ settings }: Pick<Ctx, 'settings'>, at: Date): Date =>
  new Date(at.getTime() + settings.substituteMinutes * MINUTE_MS);

interface Asked {
  readonly view: OrderView;
  readonly state: SubstitutionState;
  readonly prescriberId: string | null;
  readonly at: Date;
}

/** Tells whoever has to answer now; a locked phone shows it, so it names no medicine. */
async function askNext(ctx: Ctx, tx: Database, { view, state, prescriberId, at }: Asked): Promise<void> {
  const { order, customer } = view;
  const { number } = order;
  if (state === 'checking') {
    const ids = await findUserIdsOfType(tx, ['agent']);
    return notify(
      ctx.jobs,
      tx,
      at,
      ids.map((userId) => toAsked(userId, '/agent-dashboard', number)),
    );
  }
  if (state === 'prescriber' && prescriberId !== null)
    return notify(ctx.jobs, tx, at, [toAsked(prescriberId, '/doctor-dashboard', number)]);
  if (!(await lockCustomer(tx, order.customerId))) return;
  const text = `Une question sur votre commande ${number} : la pharmacie attend votre réponse.`;
  await notify(ctx.jobs, tx, at, [toCustomer(order, 'Votre accord est demandé', text)]);
  // An earlier proposal has been announced.
  await announceAgain(tx, 'question', order.id);
  await announceBySms(ctx, tx, { to: customer.phone, about: order.id, words: askedWords(number) });
}

const toAsked = (userId: string, link: string, number: string): Message => ({
  userId,
  title: 'Votre avis est attendu',
  message: `Une pharmacie propose un autre médicament pour ${number}.`,
  link,
});

/** Lists the proposals that an in-house pharmacist or a prescriber has to answer. */
export async function listSubstitutions(ctx: Ctx): Promise<SubstitutionToAnswer[]> {
  const isDoctor = ctx.actor.type === 'partnerDoctor';
  const found = await findToAnswer(ctx.db, isDoctor ? asks(ctx.actor._id) : isToCheck);
  await recordReads(
    ctx,
    'order',
    found.map(({ order }) => order),
  );
  return found.map(
    ({ substitution, order, pharmacy, ordered, proposed, posology, duration, prescription }) => ({
      _id: substitution.id,
      orderNumber: order.number,
      pharmacy,
      prescribed: { ...compared(ordered), label: substitution.prescribedLabel },
      proposed: { ...compared(proposed), label: substitution.label },
      quantity: substitution.quantity,
      ...(posology !== null && { posology }),
      ...(duration !== null && { duration }),
      proposedAt: substitution.proposedAt.toISOString(),
      until: substitution.until.toISOString(),
      ...(isDoctor &&
        prescription !== null && {
          prescription: { number: prescription.number, patientName: prescription.patientName },
        }),
    }),
  );
}

const compared = ({ label, form, substances, dosage }: MedicationRow) => ({
  label,
  form,
  substances,
  dosage,
});

type Answer = HandlerInput<typeof orderEndpoints.answerSubstitution>['body'];

/**
 * Answers whether another medicine may be given: the in-house pharmacist first, then the prescriber of the line, then the customer is
 * asked. Of two at once, one decides; repeated with the same answer, it changes nothing.
 * @returns the state that follows
 * @throws 404 NOT_FOUND for a proposal that is not the caller's; 422 INVALID for `another` of a pharmacist, or an unknown medicine; 409
 * SUBSTITUTION_OVER when it does not wait for this answer any more
 */
export async function answerSubstitution(
  ctx: Ctx,
  known: SubstitutionRow,
  { answer, medicationId }: Answer,
): Promise<SubstitutionState> {
  const isDoctor = ctx.actor.type === 'partnerDoctor';
  if (!isDoctor && answer === 'another')
    throw invalidField('answer', 'Seul le prescripteur choisit un autre médicament');
  const named = answer === 'another' && medicationId ? await findOrderable(ctx.db, medicationId) : null;
  if (answer === 'another' && named === null)
    throw invalidField('medicationId', 'Ce médicament n’est plus au catalogue');
  if (named?.id === known.medicationId || named?.id === known.prescribedId)
    throw invalidField('medicationId', 'Choisissez un autre médicament que ces deux-là');
  const moved = await transact(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const view = await findOrder(tx, known.orderId);
    if (view === null) return null;
    const { prescriptionId } = view.order;
    const prescriberId =
      isDoctor || answer !== 'accept' || prescriptionId === null
        ? null
        : await findPrescriber(tx, prescriptionId);
    const state: SubstitutionState =
      answer !== 'accept' ? 'refused' : prescriberId === null ? 'asking' : 'prescriber';
    const decided = isDoctor
      ? { answer, answeredAt: at, namedId: named?.id, namedLabel: named?.label }
      : { checkedById: ctx.actor._id, checkedAt: at, prescriberId };
    const change = { ...decided, state, until: untilOf(ctx, at) };
    const row = await moveSubstitution(tx, known.id, [isDoctor ? 'prescriber' : 'checking'], change);
    if (row === null) return null;
    await insertEvents(tx, [
      { orderId: row.orderId, at, actorId: ctx.actor._id, action: 'answer-substitute' },
    ]);
    await (state === 'refused'
      ? tellRefusal(ctx, tx, { view, row, at })
      : askNext(ctx, tx, { view, state, prescriberId, at }));
    return state;
  });
  if (moved !== null) return moved;
  const now = await findAsked(ctx.db, known.id, undefined);
  if (now !== null && isSameAnswer(ctx, now, answer)) return now.state;
  throw new Refusal('SUBSTITUTION_OVER');
}

const isSameAnswer = ({ actor }: Ctx, row: SubstitutionRow, answer: PrescriberAnswer): boolean =>
  actor.type === 'partnerDoctor'
    ? row.prescriberId === actor._id && row.answer === answer
    : row.checkedById === actor._id &&
      (row.state === 'refused' && row.answer === null) === (answer === 'none');

/** Finds the proposal that the caller may answer, or has answered. */
export async function loadSubstitution(ctx: Ctx, id: string): Promise<SubstitutionRow> {
  const row = await findAsked(ctx.db, id, undefined);
  const isTheirs =
    ctx.actor.type === 'partnerDoctor' ? row?.prescriberId === ctx.actor._id : row?.isEquivalent === false;
  if (row === null || !isTheirs) throw new Refusal('NOT_FOUND');
  return row;
}

interface Told {
  readonly view: OrderView;
  readonly row: SubstitutionRow;
  readonly at: Date;
}

/** Tells the pharmacy, which may propose another medicine, and the supervisors, who give the line back. */
async function tellRefusal(ctx: Pick<Ctx, 'jobs'>, tx: Database, { view, row, at }: Told): Promise<void> {
  const { order } = view;
  const { number } = order;
  const named = row.namedId === null ? '' : ' Le prescripteur en nomme un autre : ouvrez la commande.';
  await notify(ctx.jobs, tx, at, [
    toOne(
      row.proposedById,
      'pharmacy',
      order,
      'Remplacement refusé',
      `${number} : ne le donnez pas.${named}`,
    ),
    ...(row.namedId === null
      ? await toSupervisors(tx, order, 'Remplacement refusé', `${number} : une ligne manque.`)
      : []),
  ]);
}

type Decision = HandlerInput<typeof orderEndpoints.decideSubstitute>['body'];

/**
 * Gives the other medicine, or not, as the customer says, or a supervisor who has called. What is given then costs no more than was paid:
 * the difference of a cheaper one goes back in the same transaction, with its share of commission and insurance (rules 53 and 58).
 * Repeated by the same person, it changes nothing.
 * @throws 409 SUBSTITUTION_OVER when the proposal does not wait for this answer any more
 */
export async function decideSubstitute(
  ctx: Ctx,
  { order: known }: Seen<OrderView>,
  { substitutionId, agree }: Decision,
): Promise<void> {
  const isDecided = await transact(ctx.db, async (tx) => {
    await lockCustomer(tx, known.customerId);
    const asked = await findAsked(tx, substitutionId, undefined);
    if (asked === null || asked.orderId !== known.id) return false;
    // A recall that comes first has ended the proposal, but for one that was made meanwhile.
    const isRecalledNow = await keepMedicine(tx, asked.medicationId);
    if (agree && isRecalledNow) return false;
    const locked = await lockPaid(tx, known);
    const view = await findOrder(tx, known.id);
    if (locked === null || view === null || !isPaidState(locked.order.state)) return false;
    const at = ctx.clock.now();
    const decided = { decidedById: ctx.actor._id, decidedAt: at };
    const state = agree ? 'agreed' : 'declined';
    const row = await moveSubstitution(tx, asked.id, ['asking', 'calling'], { state, ...decided });
    if (row === null) return false;
    const event = { orderId: known.id, at, actorId: ctx.actor._id };
    const { number } = known;
    if (!agree) {
      await insertEvents(tx, [{ ...event, action: 'decide-substitute', to: state }]);
      await notify(ctx.jobs, tx, at, [
        toOne(
          row.proposedById,
          'pharmacy',
          known,
          'Remplacement refusé',
          `${number} : le client ne le veut pas.`,
        ),
        ...(await toSupervisors(tx, known, 'Remplacement refusé', `${number} : une ligne est à rembourser.`)),
      ]);
      return true;
    }
    await giveOther(ctx, tx, { ...locked, view, row, at });
    await clearProblem(tx, known.id);
    await insertEvents(tx, [
      { ...event, action: 'decide-substitute', to: state },
      { ...event, action: 'solve-problem', from: locked.order.problem },
    ]);
    await notify(ctx.jobs, tx, at, [
      toOne(row.proposedById, 'pharmacy', known, 'Remplacement accepté', `${number} peut être préparée.`),
    ]);
    return true;
  });
  if (isDecided) return;
  const row = await findAsked(ctx.db, substitutionId, undefined);
  const isMine = row?.orderId === known.id && row.decidedById === ctx.actor._id;
  if (!isMine || (row.state === 'agreed') !== agree) throw new Refusal('SUBSTITUTION_OVER');
}

interface Giving extends Told {
  readonly payment: NonNullable<Awaited<ReturnType<typeof lockPaid>>>['payment'];
  readonly order: OrderRow;
}

/** Writes the other medicine into the order, and pays the difference back. */
async function giveOther(ctx: Ctx, tx: Database, { payment, order, view, row, at }: Giving): Promise<void> {
  const line = view.items.find(({ position }) => position === row.position);
  if (line === undefined) throw new Error(`order ${order.id} has no line ${row.position}`);
  const now = atGivenPrice(line).price;
  const price = givenPrice(now, row.price);
  const { position } = line;
  const parts = differenceBack(quoteOf(order), view.items, line, price);
  // Where all of it is the insurer’s and too little to share, nothing goes back, and the pharmacy is paid as before.
  const isCheaper = parts.total > 0;
  await giveInstead(tx, row, isCheaper ? price : now);
  if (!isCheaper) return;
  await payBack(ctx, tx, {
    ...{ payment, order, at, reason: 'cheaper', note: null },
    lines: [{ ...parts, position, quantity: 0 }],
  });
  const text = `${formatAmount(parts.total)} F de votre commande ${order.number} vous reviennent : l’autre médicament coûte moins.`;
  await notify(ctx.jobs, tx, at, [toCustomer(order, 'Remboursement en cours', text)]);
}

/** Proposals that are ended at a time. */
const LAPSED_AT_A_TIME = 100;

/** Tells the pharmacy and the supervisors, who call, of the proposals that nobody has answered in time; those of a pharmacist or a prescriber end. */
export async function lapseSubstitutions(ctx: SystemCtx): Promise<number> {
  return transact(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const rows = await lapse(tx, { at, limit: LAPSED_AT_A_TIME });
    for (const row of rows) {
      const view = await findOrder(tx, row.orderId);
      if (view === null) continue;
      const { order } = view;
      await insertEvents(tx, [{ orderId: order.id, at, actorId: null, action: 'lapse-substitute' }]);
      const text = `${order.number} : personne n’a répondu sur l’autre médicament.`;
      await notify(ctx.jobs, tx, at, [
        toOne(row.proposedById, 'pharmacy', order, 'Pas de réponse', text),
        ...(await toSupervisors(tx, order, 'Pas de réponse', text)),
      ]);
    }
    return rows.length;
  });
}
