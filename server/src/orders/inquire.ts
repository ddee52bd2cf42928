import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { HOUR_MS, MINUTE_MS } from '@amasin/domain/contract/time.ts';
import type { Inquiry, inquiryEndpoints } from '@amasin/domain/inquiries/endpoints.ts';
import {
  type AnswerKind,
  ASKED_MOST,
  AT_ONCE,
  answerKind,
  askedMore,
  CONFIRMED_HOURS,
  HELD_MINUTES,
  type InquiryState,
  isFarPrice,
  isInquired,
  isOpenInquiry,
  isPlain,
} from '@amasin/domain/inquiries/inquiry.ts';
import { isEquivalent } from '@amasin/domain/medications/equivalent.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import type { Equivalent } from '@amasin/domain/orders/order.ts';
import { isDutyNight } from '@amasin/domain/pharmacies/duty-night.ts';
import { v7 } from 'uuid';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { markExcluded } from '../insurance/insurers.ts';
import { type Message, notify } from '../notifications/notify.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { countOfDay } from '../session/limits.ts';
import { announceAgain, announceBySms } from '../sms/send.ts';
import { foundWords, inquiryWords } from '../sms/texts.ts';
import { findBelieved } from '../stock/queries.ts';
import { believedSince } from '../stock/stock.ts';
import { agreedOf, dropOffer, isKept, takenOf } from './answers.ts';
import { searchCandidates } from './assign.ts';
import { portalsOpenSince } from './cancel.ts';
import { checkedCardOf } from './card-check.ts';
import { insertEvents, lockOrder } from './change-queries.ts';
import {
  type AnsweredLine,
  endInquiries,
  findConfirmed,
  findDue,
  findFixed,
  findInquiriesOf,
  findInquiryOf,
  findOneOf,
  findReachable,
  findRound,
  hasRare,
  type InquiryLine,
  type InquiryView,
  insertInquiry,
  moveInquiry,
  setAnswer,
  setSeen,
  setTaken,
  setTold,
} from './inquiry-queries.ts';
import { stateChanged } from './load.ts';
import { toCustomer, toSupervisors } from './notices.ts';
import { isBeingPaid } from './payment-queries.ts';
import { findOrder, type OrderView } from './queries.ts';
import { refuseUnavailable } from './recalled.ts';
import { withSameCover } from './same-cover.ts';
import { findAlike, findMedicine } from './substitute-queries.ts';

// Before money moves, pharmacies say what they have of an order (rule 64). Whoever changes an inquiry has locked its order.

type InquiryCtx = Pick<SystemCtx, 'jobs' | 'clock' | 'settings' | 'linkSecrets'>;

interface Line {
  readonly medicationId: string;
  readonly label: string;
  readonly quantity: number;
  readonly price: number;
}

/** What is asked for: an order, or a draft that may not need to ask. */
interface Asked {
  readonly orderId: string | null;
  readonly zone: { readonly id: string; readonly label: string };
  readonly wishedId: string | null;
  readonly lines: readonly Line[];
}

const askedOf = ({ order }: OrderView, lines: readonly Line[]): Asked => ({
  orderId: order.id,
  zone: { id: order.zoneId, label: order.zoneLabel },
  wishedId: order.wishedPharmacyId,
  lines,
});

type Known = 'list' | 'confirmed';

interface Candidate {
  readonly id: string;
  readonly phone: string;
  /** The lines of which it needs no thumb. */
  readonly known: ReadonlyMap<string, Known>;
  readonly knowsAll: boolean;
  readonly isReachable: boolean;
}

/**
 * Finds the pharmacies that can be asked, in their order: the one that the customer wishes for, those of which all is known, then as a
 * supervisor would choose. At night only those on duty, if one is.
 */
async function findAskable(ctx: InquiryCtx, db: Database, asked: Asked): Promise<Candidate[]> {
  const medicationIds = [...new Set(asked.lines.map(({ medicationId }) => medicationId))];
  const { rows, isNight } = await searchCandidates(ctx, db, {
    role: 'pharmacy',
    q: undefined,
    wishedId: asked.wishedId,
    medicationIds,
    zone: asked.zone,
  });
  const open = isNight && rows.some(({ onDuty }) => onDuty) ? rows.filter(({ onDuty }) => onDuty) : rows;
  const able = open.filter(({ licenceEnded }) => !licenceEnded);
  const pharmacyIds = able.map(({ id }) => id);
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - CONFIRMED_HOURS * HOUR_MS);
  const believed = await findBelieved(db, pharmacyIds, medicationIds, believedSince(ctx));
  const confirmed = await findConfirmed(db, { pharmacyIds, medicationIds, since, orderId: asked.orderId });
  const reachable = await findReachable(db, pharmacyIds, now);
  const wanted = new Map<string, number>();
  for (const { medicationId, quantity } of asked.lines)
    wanted.set(medicationId, (wanted.get(medicationId) ?? 0) + quantity);
  const candidates = able.map(({ id, phone }) => {
    const known = new Map<string, Known>();
    for (const row of believed) if (row.pharmacyId === id && row.there) known.set(row.medicationId, 'list');
    for (const row of confirmed)
      if (row.pharmacyId === id && row.quantity >= (wanted.get(row.medicationId) ?? 0))
        known.set(row.medicationId, 'confirmed');
    return {
      id,
      phone,
      known,
      knowsAll: known.size === medicationIds.length,
      isReachable: reachable.has(id),
    };
  });
  const rank = ({ id, knowsAll }: Candidate) => (id === asked.wishedId ? 0 : knowsAll ? 1 : 2);
  return candidates.sort((one, other) => rank(one) - rank(other));
}

const isAskedFirst = (
  { settings }: Pick<Ctx, 'settings'>,
  hasPrescription: boolean,
  withoutWaiting: boolean,
) => isInquired(settings.askPharmacies, hasPrescription) && !(withoutWaiting && settings.payWithoutWaiting);

/**
 * Whether pharmacies have to be asked before a draft is paid: not when the first one that would be asked is known to have all of it, nor
 * when there is none.
 */
export async function hasToAsk(
  ctx: InquiryCtx & Pick<Ctx, 'db'>,
  { items, prescription, zone, wishedPharmacy }: FrozenOrder,
  withoutWaiting: boolean,
): Promise<boolean> {
  if (!isAskedFirst(ctx, prescription !== null && prescription !== undefined, withoutWaiting)) return false;
  const wishedId = wishedPharmacy ?? null;
  const candidates = await findAskable(ctx, ctx.db, {
    orderId: null,
    zone: { id: zone._id, label: zone.label },
    wishedId,
    lines: items,
  });
  return candidates.length > 0 && findSure(candidates, wishedId) === null;
}

/** Finds the pharmacy that is known to have everything, unless the customer wishes for another one that would answer. */
function findSure([first, ...others]: readonly Candidate[], wishedId: string | null): Candidate | null {
  if (first === undefined) return null;
  if (first.id === wishedId && first.isReachable && !first.knowsAll) return null;
  return [first, ...others].find(({ knowsAll }) => knowsAll) ?? null;
}

const kindOf = ({ row, lines }: InquiryView): AnswerKind | null =>
  isOpenInquiry(row.state) ? null : answerKind(lines);

/** Whether the round asked about all that the order has now: somebody may have corrected it. */
const isAbout = (round: readonly InquiryView[], { items }: Pick<OrderView, 'items'>): boolean => {
  const lines = round[0]?.lines ?? [];
  return items.every(({ medicationId, quantity }) =>
    lines.some((line) => line.medicationId === medicationId && quantity <= line.quantity),
  );
};

/**
 * Checks that a pharmacy keeps what an unpaid order has, before it is paid; where none was asked, or the answer has lapsed, they are
 * asked now. Where it is paid without an answer, it has our prices.
 * @returns whether its payment needs that answer
 * @throws 409 PHARMACY_ASKED; MEDICINE_RECALLED for what is given instead
 */
export async function requireAnswer(ctx: Ctx, read: OrderView, withoutWaiting: boolean): Promise<boolean> {
  const { id, prescriptionId } = read.order;
  const isFirst = isAskedFirst(ctx, prescriptionId !== null, withoutWaiting);
  const outcome = await transact<Outcome>(ctx.db, async (tx) => {
    await lockOrder(tx, id);
    const view = (await findOrder(tx, id)) ?? read;
    const round = await findRound(tx, id);
    const agreed = agreedOf(round, view);
    if (agreed !== null) await refuseUnavailable(tx, offeredIn(agreed));
    // The portal was opened in time, and may be opened again.
    if (await isBeingPaid(tx, id, portalsOpenSince(ctx.clock.now()))) return 'nobody';
    if (!isFirst) {
      if (agreed === null) await dropOffer(ctx, tx, view, round);
      return 'nobody';
    }
    if (agreed !== null && isKept(agreed)) return 'known';
    const waits = round.some((one) => one.row.state === 'asked' || isKept(one));
    const isOver = round.some(({ row }) => row.state === 'lapsed' || row.state === 'ended') && !waits;
    return round.length > 0 && isAbout(round, view) && !isOver ? 'asking' : askAnew(ctx, tx, view);
  });
  if (outcome === 'asking') throw new Refusal('PHARMACY_ASKED');
  return outcome === 'known';
}

/** Whether a pharmacy still keeps what an order has: it is locked, and its payment is about to be opened. */
export async function isStillKept(tx: Database, orderId: string): Promise<boolean> {
  await lockOrder(tx, orderId);
  const view = await findOrder(tx, orderId);
  const agreed = view === null ? null : agreedOf(await findRound(tx, orderId), view);
  return agreed !== null && isKept(agreed);
}

const offeredIn = ({ lines }: InquiryView) =>
  lines.flatMap(({ offeredId }) => (offeredId === null ? [] : [{ medicationId: offeredId }]));

/** What asking led to: somebody is asked, all is known, or nobody can be asked. */
type Outcome = 'asking' | 'known' | 'nobody';

/**
 * Asks pharmacies about an unpaid order in a new round. Its customer asks twenty times a day at most.
 * @throws what refuseUnavailable throws; 429 TOO_MANY_TRIES
 */
async function askAnew(ctx: Ctx, tx: Database, view: OrderView): Promise<Outcome> {
  await refuseUnavailable(tx, view.items);
  if (ctx.actor.type === 'customer') await countOfDay(ctx, tx, 'inquiry');
  return beginRound(ctx, tx, view);
}

/** Asks pharmacies about an order whose lines were just written, if the house does. The order is locked. */
export async function beginInquiry(ctx: InquiryCtx, tx: Database, orderId: string): Promise<Outcome> {
  const view = await findOrder(tx, orderId);
  if (view === null || view.items.length === 0) return 'nobody';
  return isAskedFirst(ctx, view.order.prescriptionId !== null, false) ? beginRound(ctx, tx, view) : 'nobody';
}

async function beginRound(ctx: InquiryCtx, tx: Database, view: OrderView): Promise<Outcome> {
  const before = await findRound(tx, view.order.id);
  const ordered = await dropOffer(ctx, tx, view, before);
  await endInquiries(tx, view.order.id);
  await announceAgain(tx, 'found', view.order.id);
  const round = (before[0]?.row.round ?? 0) + 1;
  return askNext(ctx, tx, { view: ordered, round, asked: [], lines: ordered.items, isNews: true });
}

interface Asking {
  readonly view: OrderView;
  readonly round: number;
  readonly asked: readonly InquiryView[];
  readonly lines: readonly Line[];
  /** Who waits does not know yet that nobody is left. */
  readonly isNews: boolean;
}

/** Asks the next pharmacies of a round, and says so when there is nobody left to wait for. */
async function askNext(
  ctx: InquiryCtx,
  tx: Database,
  { view, round, asked, lines, isNews }: Asking,
): Promise<Outcome> {
  const { order } = view;
  const at = ctx.clock.now();
  const before = new Set(asked.map(({ row }) => row.pharmacyId));
  const candidates = (await findAskable(ctx, tx, askedOf(view, lines))).filter(({ id }) => !before.has(id));
  const ids = lines.map(({ medicationId }) => medicationId);
  const states = asked.map((one) => ({ state: one.row.state, kind: kindOf(one) }));
  const more = askedMore(states, await hasRare(tx, ids, at));
  const sure = more === 0 ? null : findSure(candidates, order.wishedPharmacyId);
  if (sure !== null) {
    const row = { ...rowOf(order.id, sure.id, round, at), id: v7(), state: 'answered' as const };
    await insertInquiry(
      tx,
      { ...row, answeredAt: at, heldUntil: heldFrom(at), takenAt: takenOf(asked) === null ? at : null },
      linesOf(lines, sure),
    );
    await thankOthers(ctx, tx, { view, asked, winnerId: row.id, at });
    if (asked.length > 0) await tellCustomer(ctx, tx, view, 'whole');
    return 'known';
  }
  // Who would not notice is told by SMS and not waited for, once nobody else is left.
  const reachable = candidates.filter(({ isReachable }) => isReachable);
  const mayWait = states.some(({ state }) => state === 'asked') || reachable.length > 0;
  const left = mayWait
    ? reachable.slice(0, more)
    : candidates.slice(0, Math.min(AT_ONCE, ASKED_MOST - asked.length));
  const chosen = more === 0 ? [] : left;
  for (const candidate of chosen) await ask(ctx, tx, { view, round, lines, candidate, at });
  const isWaited = [...states.map(({ state }) => state), ...chosen.map(openState)].includes('asked');
  if (isWaited) return 'asking';
  if (asked.length + chosen.length === 0) return 'nobody';
  if (isNews && !asked.some((one) => isKept(one) && kindOf(one) === 'whole'))
    await tellNobodyLeft(ctx, tx, view, asked.some(isKept));
  return 'asking';
}

const openState = ({ isReachable }: Candidate): InquiryState => (isReachable ? 'asked' : 'silent');

const heldFrom = (at: Date): Date => new Date(at.getTime() + HELD_MINUTES * MINUTE_MS);

const rowOf = (orderId: string, pharmacyId: string, round: number, askedAt: Date) => ({
  orderId,
  pharmacyId,
  round,
  askedAt,
});

const linesOf = (lines: readonly Line[], { known }: Candidate) =>
  lines.map(({ medicationId, label, quantity, price }) => {
    const how = known.get(medicationId) ?? null;
    return {
      medicationId,
      label,
      quantity,
      price,
      known: how,
      answer: how === null ? null : ('there' as const),
    };
  });

interface AskingOne {
  readonly view: OrderView;
  readonly round: number;
  readonly lines: readonly Line[];
  readonly candidate: Candidate;
  readonly at: Date;
}

async function ask(ctx: InquiryCtx, tx: Database, { view, round, lines, candidate, at }: AskingOne) {
  const { order } = view;
  const id = v7();
  const { next } = waitsAt(ctx, at);
  const state = openState(candidate);
  const isWaited = state === 'asked';
  const nextAt = isWaited ? new Date(at.getTime() + next * MINUTE_MS) : null;
  const toldAt = isWaited ? null : at;
  const row = { ...rowOf(order.id, candidate.id, round, at), id, state, nextAt, toldAt };
  await insertInquiry(tx, row, linesOf(lines, candidate));
  await notify(ctx.jobs, tx, at, [
    toPharmacy(view, candidate.id, 'Une demande attend', 'dites ce que vous avez.'),
  ]);
  if (!isWaited) await tellBySms(ctx, tx, { id, phone: candidate.phone, number: order.number });
}

/** A locked phone shows it, so it names no medicine. */
const toPharmacy = ({ order }: OrderView, userId: string, title: string, text: string): Message => ({
  userId,
  title,
  message: `${order.number} : ${text}`,
  link: '/pharmacy-dashboard',
  orderId: order.id,
});

const tellBySms = (
  ctx: InquiryCtx,
  tx: Database,
  { id, phone, number }: { id: string; phone: string | null; number: string },
): Promise<void> => announceBySms(ctx, tx, { to: phone, about: id, words: inquiryWords(number) });

/** Minutes until a pharmacy that has not opened an inquiry is told by SMS, and until the next one is asked, by day and by night. */
function waitsAt({ settings }: InquiryCtx, at: Date): { sms: number; next: number } {
  return isDutyNight(at)
    ? { sms: settings.askSmsNightMinutes, next: settings.askNextNightMinutes }
    : { sms: settings.askSmsMinutes, next: settings.askNextMinutes };
}

interface Thanks {
  readonly view: OrderView;
  readonly asked: readonly InquiryView[];
  readonly winnerId: string;
  readonly at: Date;
}

/** Tells all others of the round that it is found. */
async function thankOthers(
  { jobs }: InquiryCtx,
  tx: Database,
  { view, asked, winnerId, at }: Thanks,
): Promise<void> {
  const messages: Message[] = [];
  for (const { row } of asked) {
    if (row.id === winnerId || row.state === 'refused') continue;
    if (!(await moveInquiry(tx, row.id, { state: 'found' }))) continue;
    messages.push(toPharmacy(view, row.pharmacyId, 'Merci, trouvé', 'une autre pharmacie l’a.'));
  }
  await notify(jobs, tx, at, messages);
}

const customerTexts = {
  whole: [
    'Vos médicaments sont trouvés',
    'une pharmacie garde tout pour vous 30 minutes : vous pouvez payer.',
  ],
  part: ['Une pharmacie a répondu', 'elle a une partie de vos médicaments. Nous demandons aussi ailleurs.'],
  partOnly: ['Les pharmacies ont répondu', 'une partie de vos médicaments est gardée pour vous 30 minutes.'],
  nothing: ['Pas encore trouvé', 'aucune pharmacie n’a encore répondu avec vos médicaments.'],
  lapsed: ['À redemander', 'la pharmacie ne garde plus vos médicaments : redemandez avant de payer.'],
} as const;

/** Tells the customer, who may have closed the page; by SMS once a round, when nothing more is expected. A locked phone shows it. */
async function tellCustomer(
  ctx: InquiryCtx,
  tx: Database,
  { order, customer }: OrderView,
  what: keyof typeof customerTexts,
): Promise<void> {
  const [title, text] = customerTexts[what];
  await notify(ctx.jobs, tx, ctx.clock.now(), [toCustomer(order, title, `${order.number} : ${text}`)]);
  if (what === 'part' || what === 'lapsed') return;
  await announceBySms(ctx, tx, { to: customer.phone, about: order.id, words: foundWords(order.number) });
}

/** Nobody is left to wait for: the customer decides, and supervisors may call. */
async function tellNobodyLeft(
  ctx: InquiryCtx,
  tx: Database,
  view: OrderView,
  hasPart: boolean,
): Promise<void> {
  await tellCustomer(ctx, tx, view, hasPart ? 'partOnly' : 'nothing');
  const text = `${view.order.number} : les pharmacies demandées n’ont pas tout.`;
  const messages = await toSupervisors(tx, view.order, 'Médicaments à trouver', text);
  await notify(ctx.jobs, tx, ctx.clock.now(), messages);
}

/** Lists what the caller is asked and what it keeps. */
export async function listInquiries(ctx: Ctx): Promise<Inquiry[]> {
  return present(ctx, await findInquiriesOf(ctx.db, ctx.actor._id, { now: ctx.clock.now(), limit: 50 }));
}

async function present(ctx: Ctx, found: Awaited<ReturnType<typeof findInquiriesOf>>): Promise<Inquiry[]> {
  const prescriptionIds = found.flatMap(({ order }) => order.prescriptionId ?? []);
  const fixed = await findFixed(ctx.db, [...new Set(prescriptionIds)]);
  return found.map(({ row, lines, order }) => ({
    _id: row.id,
    orderNumber: order.number,
    zone: order.zoneLabel,
    state: row.state,
    askedAt: row.askedAt.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
    nextAt: row.nextAt?.toISOString() ?? null,
    heldUntil: row.heldUntil?.toISOString() ?? null,
    lines: lines.map((line) =>
      presentLine(
        line,
        fixed.some(
          (one) => one.prescriptionId === order.prescriptionId && one.medicationId === line.medicationId,
        ),
      ),
    ),
  }));
}

function presentLine(line: InquiryLine, isFixed: boolean): Inquiry['lines'][number] {
  const { medicationId, label, form, quantity, price, known, answer, offeredPrice, note } = line;
  return {
    ...{ medicationId, label, form, quantity, price, answer, isFixed },
    ...(known !== null && { known }),
    ...(offeredPrice !== null && {
      offered: {
        medicationId: line.offeredId ?? medicationId,
        label: line.offeredLabel ?? label,
        form,
        price: offeredPrice,
      },
    }),
    ...(note !== null && { note }),
  };
}

/** An inquiry of the caller, as it lists them; also one of which it has nothing, and which is not listed any more. */
async function readOne(ctx: Ctx, id: string): Promise<Inquiry> {
  const found = await findOneOf(ctx.db, ctx.actor._id, id);
  const [inquiry] = found === null ? [] : await present(ctx, [found]);
  if (inquiry === undefined) throw new Refusal('NOT_FOUND');
  return inquiry;
}

/** @throws 404 NOT_FOUND for an inquiry of another pharmacy */
export async function loadInquiry(ctx: Ctx, id: string): Promise<Seen<InquiryView>> {
  const found = await findInquiryOf(ctx.db, ctx.actor._id, id);
  if (found === null) throw new Refusal('NOT_FOUND');
  return found;
}

/** Notes that somebody at the pharmacy has opened it: it does not ring any more. Repeated, it changes nothing. */
export async function seeInquiry(ctx: Ctx, { row }: Seen<InquiryView>): Promise<Inquiry> {
  await setSeen(ctx.db, row.id, ctx.clock.now());
  return readOne(ctx, row.id);
}

/**
 * Lists the medicines of the same substances, strength, form and route as a line that is asked about, the cheapest first.
 * @throws 422 INVALID for a medicine that is not asked about
 */
export async function listOffers(
  { db }: Pick<Ctx, 'db'>,
  { row, lines }: InquiryView,
  medicationId: string,
): Promise<Equivalent[]> {
  const line = lines.find((one) => one.medicationId === medicationId);
  const view = await findOrder(db, row.orderId);
  if (line === undefined || view === null) throw invalidField('medicationId', NOT_ASKED);
  const { prescriptionId } = view.order;
  const isFixed = (await findFixed(db, prescriptionId === null ? [] : [prescriptionId])).some(
    (fixed) => fixed.medicationId === medicationId,
  );
  const ordered = await findMedicine(db, medicationId);
  if (ordered === null || isFixed) return [];
  const isOther = (id: string) => !lines.some((one) => one.medicationId === id);
  const alike = (await findAlike(db, ordered)).filter(
    (other) => isOther(other.id) && isEquivalent(ordered, other),
  );
  const able = alike.filter(
    ({ requiresPrescription }) =>
      prescriptionId !== null || !requiresPrescription || ordered.requiresPrescription,
  );
  // What the order leaves out now may come back.
  const [{ excluded = false } = {}] = await markExcluded(db, checkedCardOf(view.order), [{ medicationId }]);
  const covered = await withSameCover(db, view.order, { excluded }, able);
  return covered.slice(0, 50).map(({ id, label, form, price }) => ({ _id: id, label, form, price }));
}

const NOT_ASKED = 'Ce médicament n’est pas dans cette demande';

type Answer = HandlerInput<typeof inquiryEndpoints.answerInquiry>['body'];

/**
 * Writes what the caller has of an order. With `done` the answer is finished: the first that has everything ends the search, another one
 * asks the next pharmacy. Repeated, it changes nothing.
 * @throws 422 INVALID by line; 409 INQUIRY_FOUND, INQUIRY_OVER
 */
export async function answerInquiry(ctx: Ctx, known: Seen<InquiryView>, body: Answer): Promise<Inquiry> {
  const answers = new Map<string, AnsweredLine>();
  for (const [index, line] of body.lines.entries())
    answers.set(line.medicationId, await readAnswer(ctx, known, line, `lines.${index}`));
  await transact(ctx.db, async (tx) => {
    await lockOrder(tx, known.row.orderId);
    const view = await findOrder(tx, known.row.orderId);
    const now = await findInquiryOf(tx, ctx.actor._id, known.row.id);
    if (view === null || now === null) throw new Refusal('NOT_FOUND');
    if (!isOpenInquiry(now.row.state)) {
      if (isSameAnswer(now, answers)) return;
      throw new Refusal(now.row.state === 'found' ? 'INQUIRY_FOUND' : 'INQUIRY_OVER');
    }
    if (await isPaidElsewhere(ctx, tx, view, now)) throw new Refusal('INQUIRY_FOUND');
    for (const [medicationId, answered] of answers) await setAnswer(tx, now.row.id, medicationId, answered);
    await setSeen(tx, now.row.id, ctx.clock.now());
    if (body.done) await finish(ctx, tx, view, now.row.id);
  });
  return readOne(ctx, known.row.id);
}

/** Whether the customer is just paying for what another pharmacy keeps. */
async function isPaidElsewhere(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Database,
  view: OrderView,
  { row }: InquiryView,
): Promise<boolean> {
  const agreed = agreedOf(await findRound(tx, view.order.id), view);
  if (agreed === null || agreed.row.id === row.id) return false;
  return isBeingPaid(tx, view.order.id, portalsOpenSince(clock.now()));
}

type SentLine = Answer['lines'][number];

async function readAnswer(ctx: Ctx, view: InquiryView, sent: SentLine, path: string): Promise<AnsweredLine> {
  const line = view.lines.find(({ medicationId }) => medicationId === sent.medicationId);
  if (line === undefined) throw invalidField(`${path}.medicationId`, NOT_ASKED);
  const none = { offeredId: null, offeredLabel: null, offeredPrice: null, note: null };
  const { answer, note } = sent;
  if (answer === null || answer === 'there' || answer === 'missing') return { ...none, answer };
  const price = sent.price ?? null;
  if (answer === 'other') {
    refuseFar(price, line.price, path);
    return { ...none, answer, offeredPrice: price ?? line.price, note };
  }
  const offered = (await listOffers(ctx, view, line.medicationId)).find(({ _id }) => _id === sent.offeredId);
  if (offered === undefined)
    throw invalidField(`${path}.offeredId`, 'Ce médicament n’est pas équivalent : répondez « Non »');
  refuseFar(price, offered.price, path);
  return {
    ...{ answer, offeredId: offered._id, offeredLabel: offered.label },
    ...{ offeredPrice: price ?? offered.price, note },
  };
}

function refuseFar(price: number | null, ours: number, path: string): void {
  if (price !== null && isFarPrice(price, ours))
    throw invalidField(`${path}.price`, 'Vérifiez ce prix : il est très loin du nôtre');
}

const isSameAnswer = ({ lines }: InquiryView, answers: ReadonlyMap<string, AnsweredLine>): boolean =>
  lines.every(({ medicationId, answer, offeredId, offeredPrice }) => {
    const sent = answers.get(medicationId);
    return (
      sent === undefined ||
      (sent.answer === answer && sent.offeredId === offeredId && sent.offeredPrice === offeredPrice)
    );
  });

async function finish(ctx: Ctx, tx: Database, view: OrderView, id: string): Promise<void> {
  const asked = await findRound(tx, view.order.id);
  const own = asked.find(({ row }) => row.id === id);
  // Of an earlier round: the order was corrected.
  if (own === undefined) throw new Refusal('INQUIRY_OVER');
  const kind = answerKind(own.lines);
  if (kind === null) throw invalidField('lines', 'Répondez à chaque ligne');
  const at = ctx.clock.now();
  if (kind === 'nothing') await moveInquiry(tx, id, { state: 'refused', answeredAt: at });
  else await moveInquiry(tx, id, { state: 'answered', answeredAt: at, heldUntil: heldFrom(at) });
  if (kind === 'whole') {
    // Another answer has changed the order: the customer agrees to this one too.
    if (isPlain(own.lines) && takenOf(asked) === null) await setTaken(tx, own.row, at);
    await thankOthers(ctx, tx, { view, asked, winnerId: id, at });
    return tellCustomer(ctx, tx, view, 'whole');
  }
  // A silent one that has nothing either changes nothing.
  const isNews = kind === 'part' || asked.some(({ row }) => row.state === 'asked');
  const isLast = (await followRound(ctx, tx, view, isNews)) === 'over';
  if (kind === 'part' && !isLast) await tellCustomer(ctx, tx, view, 'part');
}

/** Asks the next pharmacies of the round as it is now. @returns whether nobody is left to wait for */
async function followRound(
  ctx: InquiryCtx,
  tx: Database,
  view: OrderView,
  isNews = true,
): Promise<'over' | 'on'> {
  const asked = await findRound(tx, view.order.id);
  const [first] = asked;
  if (first === undefined) return 'over';
  await askNext(ctx, tx, { view, round: first.row.round, asked, lines: first.lines, isNews });
  const now = await findRound(tx, view.order.id);
  return now.some(({ row }) => row.state === 'asked') ? 'on' : 'over';
}

type AskBody = HandlerInput<typeof inquiryEndpoints.askPharmacies>['body'];

/**
 * Asks others than the pharmacy whose answer the customer does not want, or all anew when nobody is asked any more. Repeated, it changes
 * nothing while somebody is asked.
 * @throws 409 STATE_CHANGED, ORDER_BEING_PAID, NOT_PAYABLE_YET before its prescription is read; 429 TOO_MANY_TRIES
 */
export async function askPharmacies(
  ctx: Ctx,
  { order }: Seen<OrderView>,
  { declined }: AskBody,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    const view = await findOrder(tx, order.id);
    if (view === null || locked.state !== 'pre-treatment') throw stateChanged(ctx.actor, locked);
    if (view.items.length === 0) throw new Refusal('NOT_PAYABLE_YET');
    if (await isBeingPaid(tx, order.id, portalsOpenSince(ctx.clock.now())))
      throw new Refusal('ORDER_BEING_PAID');
    const event = {
      orderId: order.id,
      at: ctx.clock.now(),
      actorId: ctx.actor._id,
      action: 'ask-pharmacies',
    };
    const round = await findRound(tx, order.id);
    const unwanted = round.find((one) => one.row.id === declined && isKept(one));
    if (unwanted) {
      if (unwanted.row.takenAt !== null) await dropOffer(ctx, tx, view, round);
      await moveInquiry(tx, unwanted.row.id, { state: 'ended' });
      const text = 'le client demande ailleurs. Merci.';
      await notify(ctx.jobs, tx, ctx.clock.now(), [
        toPharmacy(view, unwanted.row.pharmacyId, 'Plus à garder', text),
      ]);
      await insertEvents(tx, [event]);
      await followRound(ctx, tx, view);
      return;
    }
    const waits = round.some((one) => one.row.state === 'asked' || isKept(one));
    if (waits && isAbout(round, view)) return;
    // The house has stopped asking.
    if (!isAskedFirst(ctx, view.order.prescriptionId !== null, false)) return;
    await insertEvents(tx, [event]);
    await askAnew(ctx, tx, view);
  });
}

/** Orders whose inquiries are followed at a time. */
const FOLLOWED_AT_A_TIME = 100;

/**
 * Tells pharmacies by SMS that have not opened an inquiry, asks the next one where nobody answered, and lets answers lapse that were not
 * paid in time.
 * @returns of how many orders
 */
export async function followInquiries(ctx: SystemCtx): Promise<number> {
  const at = ctx.clock.now();
  const unseenSince = new Date(at.getTime() - waitsAt(ctx, at).sms * MINUTE_MS);
  const due = await findDue(ctx.db, { at, unseenSince, limit: FOLLOWED_AT_A_TIME });
  for (const orderId of due) {
    try {
      await transact(ctx.db, (tx) => followOne(ctx, tx, orderId, { at, unseenSince }));
    } catch (error) {
      // The others are followed all the same.
      ctx.log.error({ err: error, orderId }, 'could not follow what pharmacies are asked');
    }
  }
  return due.length;
}

async function followOne(
  ctx: SystemCtx,
  tx: Database,
  orderId: string,
  { at, unseenSince }: { at: Date; unseenSince: Date },
): Promise<void> {
  await lockOrder(tx, orderId);
  const view = await findOrder(tx, orderId);
  if (view === null) return;
  const round = await findRound(tx, orderId);
  // A portal that was opened in time may still be paid.
  const isPaying = await isBeingPaid(tx, orderId, portalsOpenSince(at));
  let isSilent = false;
  for (const { row, phone } of round) {
    if (row.state === 'answered' && row.heldUntil !== null && row.heldUntil <= at && !isPaying) {
      await moveInquiry(tx, row.id, { state: 'lapsed' });
      await tellCustomer(ctx, tx, view, 'lapsed');
    }
    if (row.state !== 'asked') continue;
    if (row.seenAt === null && row.toldAt === null && row.askedAt <= unseenSince) {
      await setTold(tx, row.id, at);
      await tellBySms(ctx, tx, { id: row.id, phone, number: view.order.number });
    }
    if (row.nextAt !== null && row.nextAt <= at)
      isSilent = (await moveInquiry(tx, row.id, { state: 'silent' })) || isSilent;
  }
  if (isSilent) await followRound(ctx, tx, view);
}
