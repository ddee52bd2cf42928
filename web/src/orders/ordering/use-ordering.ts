import type { Address } from '@amasin/domain/addresses/address.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { OrderAgain } from '@amasin/domain/orders/again.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import { type Choice, choiceOf } from '@amasin/domain/orders/split-lines.ts';
import { LOOKUP_FROM, readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useInsuranceCard } from '../../insurance/api.ts';
import { messageOf } from '../../lib/api-error.ts';
import { invalidate } from '../../lib/keys.ts';
import { QUANTITY_MAX, wrongQuantity } from '../../lib/quantity.ts';
import { fetchCurrent } from '../../medications/api.ts';
import { useFindPrescription, usePrescriptionLookup } from '../../prescriptions/lookup.ts';
import { withParams } from '../../ui/use-dialog-url.ts';
import { useZones } from '../../zones/api.ts';
import {
  addMedicine,
  type Draft,
  isDoubtful,
  mistypeQuantity,
  newDraft,
  type OrderWay,
  renewPrices,
  type Wish,
} from './draft.ts';
import { isSold, priceDraft, splitPrescription } from './price-draft.ts';
import type { DraftErrors, DraftField } from './steps.ts';
import { toOrder } from './to-order.ts';
import { useDraft } from './use-draft.ts';

type FindPrescription = ReturnType<typeof useFindPrescription>;

const NOTHING_SOLD = 'Plus aucun médicament de cette ordonnance n’est disponible';
const NOT_VALID = "Veuillez entrer un numéro d'ordonnance valide";
const CARD_NOT_LOADED = 'Nous n’avons pas pu lire votre carte d’assurance.';
const ZONES_NOT_LOADED = 'Nous n’avons pas encore les quartiers.';

/**
 * The error of a typed prescription code, or undefined. The server decides whether it can be used. Offline the rest
 * of the order can be written: the code is looked up when the network is back, before paying.
 */
async function judgeCode(code: string, find: FindPrescription): Promise<string | undefined> {
  const typed = code.trim();
  if (typed === '') return 'Numéro requis';
  if (typed.length < LOOKUP_FROM) return NOT_VALID;
  if (!navigator.onLine) return undefined;
  try {
    const found = await find(typed);
    if (found === null) return NOT_VALID;
    return found.items.some(isSold) ? undefined : NOTHING_SOLD;
  } catch (error) {
    return messageOf(error);
  }
}

/** The draft of an order that is ordered again: what may be ordered without prescription, for the same place. */
export function draftAgain({ items, zone, address, insured }: OrderAgain): Draft {
  const lines = items.map((item) => ({ ...item, quantity: Math.min(item.quantity, QUANTITY_MAX) }));
  return { ...newDraft(address), lines, zoneId: zone, insured };
}

// Lazy: the validation code is 25 kB. When it cannot be loaded, the server alone validates.
const loadRules = () => import('./read-refusal.ts').catch(() => null);

type FindProblems = typeof import('./read-refusal.ts')['findProblems'];

/** The customer has not said what she takes. */
const untold: Pick<Draft, 'leftOut' | 'quantities'> = { leftOut: null, quantities: [] };

const noProblems: ReadonlyMap<string, string> = new Map();

export type Ordering = ReturnType<typeof useOrdering>;

/** The order form: draft, amounts, validation errors, and refusals of the server. */
export function useOrdering(user: User) {
  const queries = useQueryClient();
  const stored = useDraft(user._id, user.address);
  const { draft } = stored;
  const zones = useZones();
  const card = useInsuranceCard();
  const lookup = usePrescriptionLookup(draft.way === 'code' ? draft.code : '');
  const findPrescription = useFindPrescription();
  const [errors, setErrors] = useState<DraftErrors>({});
  const [lineProblems, setLineProblems] = useState(noProblems);
  // The message of a medicine that requires a prescription; null until a refusal is read.
  const [prescriptionNeeded, setPrescriptionNeeded] = useState<string | null>(null);
  // The amounts of the server, when they differ from those shown `before`; null again once the order changes.
  const [serverQuote, setServerQuote] = useState<{ quote: Quote; before: number } | null>(null);
  const [isCardAwaited, setIsCardAwaited] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [isChecking, setIsChecking] = useState(false);

  useEffect(() => {
    void loadRules();
  }, []);

  const zone = zones.data?.find(({ _id }) => _id === draft.zoneId) ?? null;
  const { prescription } = lookup;
  const priced = priceDraft(draft, { zone, prescription, card: card.data });
  const quote = serverQuote?.quote ?? priced.quote;
  // Once the prescription is found, it leaves out all that is not taken: what is no longer sold too.
  const split = prescription ? splitPrescription(draft, prescription) : null;
  const choice = split === null ? draft : choiceOf(split.taken, split.leftOut);
  const order = toOrder(
    { ...draft, leftOut: choice.leftOut, quantities: choice.quantities },
    {
      total: zone === null || !priced.hasMedicines ? null : quote.total,
      withPrices: serverQuote === null,
      cardId: priced.card?._id ?? null,
    },
  );

  const shownProblems = draft.way === 'without' ? lineProblems : noProblems;
  // A quantity is wrong, or unusually large and not confirmed.
  const hasDoubts =
    draft.way === 'without' && draft.lines.some((line) => isDoubtful(line) || wrongQuantity(line));

  const change = (next: (draft: Draft) => Draft, ...corrected: DraftField[]) => {
    setServerQuote(null);
    setIsCardAwaited(false);
    setErrors((before) => without(before, ...corrected));
    stored.change(next);
  };

  const check = async (fields: readonly DraftField[]): Promise<DraftErrors> => {
    const loaded = await loadRules();
    // The zone of a stored draft may have been deleted since.
    const body = { ...order, deliveryZone: zone === null ? '' : order.deliveryZone };
    const found = loaded?.checkDraft(body) ?? {};
    if (draft.way === 'code' && fields.includes('what')) {
      setIsChecking(true);
      setOrDrop(found, 'what', await judgeCode(draft.code, findPrescription));
      setIsChecking(false);
    }
    // A zone of the draft is not wrong, only not known yet.
    if (zones.data === undefined) found.zone = ZONES_NOT_LOADED;
    // Until the card is loaded the order would have its full price.
    if (draft.insured && card.data === undefined) found.insurance = CARD_NOT_LOADED;
    return pick(found, fields);
  };

  const refreshPrices = async (findProblems: FindProblems) => {
    const found = await fetchCurrent(draft.lines).catch(() => null);
    if (found === null) return;
    setLineProblems(findProblems(draft.lines, found));
    stored.change((before) => renewPrices(before, found));
  };

  useCodeInUrl((code) => change((before) => ({ ...before, way: 'code', code, ...untold }), 'what'));

  return {
    ...stored,
    /** The customer must correct a quantity, or confirm it. */
    hasDoubts,
    zones,
    /** The customer's insurance card. */
    card,
    /** The prescription of the code. */
    lookup,
    zone,
    quote,
    hasMedicines: priced.hasMedicines,
    /** Lines of the code that cannot be paid yet: their price is being checked. */
    waiting: priced.waiting,
    /** Lines of the code that are no longer sold. */
    unavailable: priced.unavailable,
    /** The insurance card that is used. */
    usedCard: priced.card,
    /** The total shown before the server's, FCFA, when the customer must accept the new one; else null. */
    totalBefore: serverQuote?.before ?? null,
    /** The card has to be checked first: the order is placed unpaid. */
    isCardAwaited,
    errors: zones.data !== undefined && errors.zone === ZONES_NOT_LOADED ? without(errors, 'zone') : errors,
    /** The code is being looked up. */
    isChecking,
    lineProblems: shownProblems,
    /** Whether a medicine of the draft was refused because it requires a prescription. */
    needsPrescription: prescriptionNeeded !== null && [...lineProblems.values()].includes(prescriptionNeeded),
    /** Counts errors: after each, the form focuses the first wrong field. */
    refusals,
    order,

    chooseWay: (way: OrderWay) => change((before) => ({ ...before, way }), 'what'),
    addMedicine: (medication: Medication) => change((before) => addMedicine(before, medication), 'what'),
    changeQuantity: (medicationId: string, quantity: number) => {
      setServerQuote(null);
      setIsCardAwaited(false);
      if (quantity <= 0) setLineProblems((before) => withoutLine(before, medicationId));
      stored.changeQuantity(medicationId, quantity);
    },
    mistypeQuantity: (medicationId: string, typed: string) =>
      change((before) => mistypeQuantity(before, medicationId, typed)),
    attachFile: (fileKey: string | null) => change((before) => ({ ...before, fileKey }), 'what'),
    writeCode: (code: string) => change((before) => ({ ...before, code, ...untold }), 'what'),
    /** Sets what is taken of the prescription. */
    choose: ({ leftOut, quantities = [] }: Choice) =>
      change((before) => ({ ...before, leftOut, quantities }), 'what'),
    /** What is taken of the prescription, and what is left out; null until it is found. */
    split,
    chooseZone: (chosen: Zone, sector: string | null) =>
      change((before) => ({ ...before, zoneId: chosen._id, sector }), 'zone'),
    /** A kept place of delivery. */
    choosePlace: ({ zone: zoneId, sector, address }: Address) =>
      change((before) => ({ ...before, zoneId, sector, address }), 'zone', 'address'),
    /** Another order, in a basket of its own. */
    startAgain: (again: OrderAgain) =>
      change(() => draftAgain(again), 'what', 'zone', 'address', 'insurance'),
    /** The draft that another order has replaced. */
    restore: (replaced: Draft) => change(() => replaced, 'what', 'zone', 'address', 'insurance'),
    writeAddress: (address: string) => change((before) => ({ ...before, address }), 'address'),
    wishFor: (wish: Wish | null) => stored.change((before) => ({ ...before, wish })),
    insure: (insured: boolean) => change((before) => ({ ...before, insured }), 'insurance'),

    /** Validates one field, on blur. */
    checkField: async (field: DraftField) => {
      const found = await check([field]);
      setErrors((before) => ({ ...without(before, field), ...found }));
    },
    /** Validates these fields. @returns whether they are valid */
    checkFields: async (fields: readonly DraftField[]): Promise<boolean> => {
      const found = await check(fields);
      setErrors((before) => ({ ...without(before, ...fields), ...found }));
      const hasProblems = fields.includes('what') && (hasDoubts || shownProblems.size > 0);
      const isRight = Object.keys(found).length === 0 && !hasProblems;
      if (!isRight) setRefusals((count) => count + 1);
      return isRight;
    },

    /** Shows a refusal of the server. Typed values remain. */
    refuse: async (error: unknown) => {
      const loaded = await loadRules();
      if (loaded === null) return;
      const refused = loaded.readRefusal(error, draft.way);
      setPrescriptionNeeded(loaded.PRESCRIPTION_NEEDED);
      setErrors(refused.errors);
      setIsCardAwaited(refused.isCardAwaited);
      setLineProblems(
        new Map(
          [...refused.lines].flatMap(([index, message]) => {
            const line = draft.lines[index];
            return line === undefined ? [] : [[line.medicationId, message] as const];
          }),
        ),
      );
      if (refused.isFileInvalid) stored.change((before) => ({ ...before, fileKey: null }));
      if (refused.needsRefresh) await refreshPrices(loaded.findProblems);
      if (refused.quote !== null) setServerQuote({ quote: refused.quote, before: quote.total });
      if (refused.isStale) {
        for (const resource of ['zones', 'insurance', 'prescriptions'] as const)
          void invalidate(queries, resource);
      }
      setRefusals((count) => count + 1);
    },
  };
}

const CODE = 'code';

/** Orders with the prescription of a link (`/order?code=ORD-12345678`). The rest of the draft remains. */
function useCodeInUrl(onCode: (code: string) => void): void {
  const [search, setSearch] = useSearchParams();
  const code = search.get(CODE);
  const order = useEffectEvent(onCode);
  useEffect(() => {
    if (code === null) return;
    if (readPrescriptionNumber(code) !== null) order(code);
    // Otherwise a reload would replace what was typed since.
    setSearch((previous) => withParams(previous, { [CODE]: null }), {
      replace: true,
      preventScrollReset: true,
    });
  }, [code, setSearch]);
}

function setOrDrop(errors: DraftErrors, field: DraftField, message: string | undefined): void {
  if (message === undefined) delete errors[field];
  else errors[field] = message;
}

function pick(errors: DraftErrors, fields: readonly DraftField[]): DraftErrors {
  return Object.fromEntries(fields.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])));
}

function without(errors: DraftErrors, ...fields: DraftField[]): DraftErrors {
  const rest = { ...errors };
  for (const field of fields) delete rest[field];
  return rest;
}

function withoutLine(problems: ReadonlyMap<string, string>, medicationId: string) {
  const rest = new Map(problems);
  rest.delete(medicationId);
  return rest;
}
