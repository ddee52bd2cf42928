import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { RefusalCode } from '@amasin/domain/contract/refusals.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import {
  errorsByMedicine,
  isValid,
  refreshLines,
  toItems,
  totalOf,
  type WrittenLine,
  wrongQuantity,
} from './written-line.ts';

/** Loads the current catalogue entries of these medicines. */
export type FetchCurrent = (lines: readonly WrittenLine[]) => Promise<readonly Medication[]>;

type Input = {
  lines: readonly WrittenLine[];
  write: (lines: readonly WrittenLine[]) => void;
  /** Shows its own toasts; throws the server's refusal. */
  save: (items: ReturnType<typeof toItems>) => Promise<unknown>;
  fetchCurrent: FetchCurrent;
  onSaved: () => void;
};

/** Totals of the medicines, FCFA. */
type NewPrice = { before: number; now: number };

/** Refusals after a change of the catalogue. */
const catalogueCodes: readonly string[] = [
  'AMOUNT_CHANGED',
  'MEDICATION_UNAVAILABLE',
  'MEDICATION_NOT_PRICED',
] satisfies RefusalCode[];

/** Sends the lines, and shows the server's errors at their lines. Typed values remain after any error. */
export function useSaving({ lines, write, save, fetchCurrent, onSaved }: Input) {
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [error, setError] = useState<string>();
  /** Counts submissions that a wrong quantity has stopped. */
  const [refusals, setRefusals] = useState(0);
  const [newPrice, setNewPrice] = useState<NewPrice | null>(null);

  const change = (next: readonly WrittenLine[]) => {
    // The error of a line remains until that line changes.
    setErrors(new Map([...errors].filter(([id]) => lineOf(next, id) === lineOf(lines, id))));
    setError(undefined);
    setNewPrice(null);
    write(next);
  };

  const refreshPrices = async (refused: ApiError) => {
    const found = await fetchCurrent(lines).catch(() => null);
    if (found === null) return;
    const now = refreshLines(lines, found);
    const present = new Set(found.map(({ _id }) => _id));
    write(now);
    setNewPrice(refused.code === 'AMOUNT_CHANGED' ? { before: totalOf(lines), now: totalOf(now) } : null);
    setErrors(
      new Map(
        now.flatMap(({ medicationId, price }, index) => {
          const before = lines[index]?.price ?? price;
          if (!present.has(medicationId)) return [[medicationId, "Ce médicament n'est plus disponible"]];
          if (price === before || price === 0) return [];
          return [[medicationId, `Prix modifié : ${formatMoney(price)} au lieu de ${formatMoney(before)}`]];
        }),
      ),
    );
  };

  const submit = async () => {
    if (sending) return;
    // They are marked at their line.
    if (lines.some(wrongQuantity)) return setRefusals((count) => count + 1);
    if (!lines.some(isValid)) {
      setError('Ajoutez au moins un médicament valide');
      return;
    }
    setSending(true);
    setErrors(new Map());
    setError(undefined);
    setNewPrice(null);
    try {
      await save(toItems(lines));
      onSaved();
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      const atLines = errorsByMedicine(refused.fields, lines);
      setErrors(atLines);
      setError(atLines.size > 0 ? undefined : Object.values(refused.fields)[0]);
      if (catalogueCodes.includes(refused.code)) await refreshPrices(refused);
    } finally {
      setSending(false);
    }
  };

  return { sending, errors, error, refusals, newPrice, change, submit };
}

const lineOf = (lines: readonly WrittenLine[], id: string) =>
  lines.find(({ medicationId }) => medicationId === id);
