import { refusals as refusalTexts } from '@amasin/domain/contract/refusals.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { type Quote, quoteOrder } from '@amasin/domain/orders/pricing.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { useEffect, useState } from 'react';
import { addMedicine, type Draft, type DraftLine, renewPrices } from './draft.ts';
import type { DraftErrors, DraftField } from './draft-errors.ts';
import { toOrder } from './to-order.ts';
import { useDraft } from './use-draft.ts';

type Input = {
  personId: string;
  /** The address of the person's account: where a new order begins. */
  usualAddress: string | null;
  /** Undefined until they are there. */
  zones: readonly Zone[] | undefined;
  /** What the catalogue says now of chosen medicines; those that are gone are missing. */
  findAgain: (lines: readonly DraftLine[]) => Promise<readonly Medication[]>;
  /** The server knows other zones or fees than this screen. */
  onZonesStale: () => void;
};

// What judges comes after the page: 25 kB that nobody needs to look around. Where it cannot come (the line is down),
// the server alone judges.
const loadCheck = () => import('./check-draft.ts').catch(() => null);
const loadRefusal = () => import('./read-refusal.ts').catch(() => null);

export type Ordering = ReturnType<typeof useOrdering>;

/** An order being written: its lines and place, what it costs, what is wrong with it, and what the server said. */
export function useOrdering({ personId, usualAddress, zones, findAgain, onZonesStale }: Input) {
  const kept = useDraft(personId, usualAddress);
  const { draft } = kept;
  const [errors, setErrors] = useState<DraftErrors>({});
  const [lineProblems, setLineProblems] = useState<ReadonlyMap<string, string>>(new Map());
  // The amounts that the server named in the place of ours, until the order changes.
  const [named, setNamed] = useState<Quote | null>(null);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    void loadRefusal();
  }, []);

  const zone = zones?.find(({ _id }) => _id === draft.zoneId) ?? null;
  const quote = named ?? quoteOrder(draft.lines, zone?.price ?? 0, 0);
  const order = toOrder(draft, { total: zone === null ? null : quote.total, withPrices: named === null });

  const change = (next: (draft: Draft) => Draft, corrected: DraftField) => {
    setNamed(null);
    setErrors((before) => without(before, corrected));
    kept.change(next);
  };

  const check = async (): Promise<DraftErrors> => {
    const loaded = await loadCheck();
    return loaded?.checkDraft({ ...order, deliveryZone: zone === null ? '' : order.deliveryZone }) ?? {};
  };

  const lookAgain = async (message: string) => {
    const found = await findAgain(draft.lines).catch(() => null);
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
    /** The server named other amounts than those that were shown: they have to be agreed to. */
    isRenamed: named !== null,
    errors,
    lineProblems,
    /** Counts up each time that something was refused: time to lead the person there. */
    refusals,
    order,

    addMedicine: (medication: Medication) => change((before) => addMedicine(before, medication), 'items'),
    changeQuantity: (medicationId: string, quantity: number) => {
      setNamed(null);
      if (quantity <= 0) setLineProblems((before) => withoutLine(before, medicationId));
      kept.changeQuantity(medicationId, quantity);
    },
    chooseZone: (chosen: Zone, sector: string | null) =>
      change((before) => ({ ...before, zoneId: chosen._id, sector }), 'zone'),
    writeAddress: (address: string) => change((before) => ({ ...before, address }), 'address'),

    /** On leaving a field: only this field is judged. */
    checkField: async (field: DraftField) => {
      const found = await check();
      setErrors((before) => ({ ...without(before, field), ...(found[field] && { [field]: found[field] }) }));
    },
    /** On going on: the fields of a step, or all of them. True where nothing is wrong. */
    checkFields: async (fields: readonly DraftField[]): Promise<boolean> => {
      const all = await check();
      const found = Object.fromEntries(fields.flatMap((field) => (all[field] ? [[field, all[field]]] : [])));
      setErrors((before) => ({ ...without(before, ...fields), ...found }));
      const isRight =
        Object.keys(found).length === 0 && (lineProblems.size === 0 || !fields.includes('items'));
      if (!isRight) setRefusals((count) => count + 1);
      return isRight;
    },

    /** Shows what the server refused; nothing that was written is lost. */
    refuse: async (error: unknown) => {
      const refused = (await loadRefusal())?.readRefusal(error);
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
      if (refused.errors.zone !== undefined) onZonesStale();
      if (refused.lookAgain) await lookAgain(refusalTexts.MEDICATION_UNAVAILABLE.message);
      if (refused.quote !== null) {
        setNamed(refused.quote);
        onZonesStale();
      }
      setRefusals((count) => count + 1);
    },
  };
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
