import { refusals as refusalTexts } from '@amasin/domain/contract/refusals.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { useEffect, useState } from 'react';
import type { OrderWay } from '../ways/order-way.ts';
import { addMedicine, type Draft, type DraftLine, renewPrices } from './draft.ts';
import type { DraftErrors, DraftField } from './draft-errors.ts';
import { type FindPrescription, judgeCode } from './judge-code.ts';
import { type KnownThings, priceDraft } from './price-draft.ts';
import { toOrder } from './to-order.ts';
import type { KeptDraft } from './use-draft.ts';

type Input = Omit<KnownThings, 'zone'> & {
  kept: KeptDraft;
  /** Undefined until they are there. */
  zones: readonly Zone[] | undefined;
  findPrescription: FindPrescription;
  /** What the catalogue says now of chosen medicines; those that are gone are missing. */
  fetchCurrent: (lines: readonly DraftLine[]) => Promise<readonly Medication[]>;
  /** The server knows other zones, fees, cards or prescriptions than this screen. */
  onStale: () => void;
};

// What judges comes after the page: 25 kB that nobody needs to look around. Where it cannot come (the line is down),
// the server alone judges.
const loadCheck = () => import('./check-draft.ts').catch(() => null);
const loadRefusal = () => import('./read-refusal.ts').catch(() => null);

const noProblems: ReadonlyMap<string, string> = new Map();

export type Ordering = ReturnType<typeof useOrdering>;

/** An order being written: what and where, what it costs, what is wrong with it, and what the server said. */
export function useOrdering({ kept, zones, findPrescription, fetchCurrent, onStale, ...known }: Input) {
  const { draft } = kept;
  const [errors, setErrors] = useState<DraftErrors>({});
  const [lineProblems, setLineProblems] = useState(noProblems);
  // The amounts that the server named in the place of ours, until the order changes.
  const [named, setNamed] = useState<{ quote: Quote; before: number } | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isChecking, setIsChecking] = useState(false);

  useEffect(() => {
    void loadRefusal();
  }, []);

  const zone = zones?.find(({ _id }) => _id === draft.zoneId) ?? null;
  const priced = priceDraft(draft, { ...known, zone });
  const quote = named?.quote ?? priced.quote;
  const order = toOrder(draft, {
    total: zone === null || !priced.hasMedicines ? null : quote.total,
    withPrices: named === null,
    cardId: priced.card?._id ?? null,
  });

  const change = (next: (draft: Draft) => Draft, ...corrected: DraftField[]) => {
    setNamed(null);
    setErrors((before) => without(before, ...corrected));
    kept.change(next);
  };

  const check = async (fields: readonly DraftField[]): Promise<DraftErrors> => {
    const loaded = await loadCheck();
    const body = { ...order, deliveryZone: zone === null ? '' : order.deliveryZone };
    const found = loaded?.checkDraft(body) ?? {};
    if (draft.way === 'code' && fields.includes('what')) {
      setIsChecking(true);
      setOrDrop(found, 'what', await judgeCode(draft.code, findPrescription));
      setIsChecking(false);
    }
    // Without knowing the card the order would cost its full price.
    if (draft.insured && known.card === undefined) found.insurance = CARD_UNKNOWN;
    return pick(found, fields);
  };

  const lookAgain = async (message: string) => {
    const found = await fetchCurrent(draft.lines).catch(() => null);
    if (found === null) return;
    const present = new Map(found.map((medication) => [medication._id, medication]));
    const problems = draft.lines.flatMap(({ medicationId }) => {
      if (!present.has(medicationId)) return [[medicationId, message] as const];
      const needs = present.get(medicationId)?.requiresPrescription;
      return needs ? [[medicationId, refusalTexts.PRESCRIPTION_NEEDED.message] as const] : [];
    });
    setLineProblems(new Map(problems));
    kept.change((before) => renewPrices(before, found));
  };

  return {
    ...kept,
    zone,
    quote,
    hasMedicines: priced.hasMedicines,
    /** The card that pays its part. */
    usedCard: priced.card,
    /** What was shown before the server named other amounts, FCFA: these have to be agreed to. Null otherwise. */
    totalBefore: named?.before ?? null,
    errors,
    /** The server is being asked about the code: going on has to wait for it. */
    isChecking,
    lineProblems: draft.way === 'without' ? lineProblems : noProblems,
    /** Counts up each time that something was refused: time to lead the person there. */
    refusals,
    order,

    chooseWay: (way: OrderWay) => change((before) => ({ ...before, way }), 'what'),
    addMedicine: (medication: Medication) => change((before) => addMedicine(before, medication), 'what'),
    changeQuantity: (medicationId: string, quantity: number) => {
      setNamed(null);
      if (quantity <= 0) setLineProblems((before) => withoutLine(before, medicationId));
      kept.changeQuantity(medicationId, quantity);
    },
    attachFile: (fileKey: string | null) => change((before) => ({ ...before, fileKey }), 'what'),
    writeCode: (code: string) => change((before) => ({ ...before, code }), 'what'),
    chooseZone: (chosen: Zone, sector: string | null) =>
      change((before) => ({ ...before, zoneId: chosen._id, sector }), 'zone'),
    writeAddress: (address: string) => change((before) => ({ ...before, address }), 'address'),
    insure: (insured: boolean) => change((before) => ({ ...before, insured }), 'insurance'),

    /** On leaving a field: only this field is judged. */
    checkField: async (field: DraftField) => {
      const found = await check([field]);
      setErrors((before) => ({ ...without(before, field), ...found }));
    },
    /** On going on: the fields of a step, or all of them. True where nothing is wrong. */
    checkFields: async (fields: readonly DraftField[]): Promise<boolean> => {
      const found = await check(fields);
      setErrors((before) => ({ ...without(before, ...fields), ...found }));
      const hasProblems = draft.way === 'without' && lineProblems.size > 0 && fields.includes('what');
      const isRight = Object.keys(found).length === 0 && !hasProblems;
      if (!isRight) setRefusals((count) => count + 1);
      return isRight;
    },

    /** Shows what the server refused; nothing that was written is lost. */
    refuse: async (error: unknown) => {
      const refused = (await loadRefusal())?.readRefusal(error, draft.way);
      if (refused === undefined) return;
      setErrors(refused.errors);
      setLineProblems(
        new Map(
          [...refused.lines].flatMap(([index, message]) => {
            const line = draft.lines[index];
            return line === undefined ? [] : [[line.medicationId, message] as const];
          }),
        ),
      );
      if (refused.isFileGone) kept.change((before) => ({ ...before, fileKey: null }));
      if (refused.lookAgain) await lookAgain(refusalTexts.MEDICATION_UNAVAILABLE.message);
      if (refused.quote !== null) setNamed({ quote: refused.quote, before: quote.total });
      if (refused.isStale) onStale();
      setRefusals((count) => count + 1);
    },
  };
}

const CARD_UNKNOWN = 'Nous n’avons pas pu lire votre carte d’assurance.';

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
