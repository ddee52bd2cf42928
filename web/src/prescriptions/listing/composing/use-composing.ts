import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast.tsx';
import {
  addLine,
  type Current,
  errorsByMedicine,
  refreshLines,
  type WrittenLine,
  wrongQuantity,
} from '../../writing/written-line.ts';
import { useInvalidatePrescriptions } from '../api.ts';
import { checkDraft, type Errors, type Field, fields } from './draft/check-draft.ts';
import type { Draft } from './draft/draft.ts';
import { useDraft } from './draft/use-draft.ts';

/** Loads the current catalogue entries of these medicines. The page provides it: `medications` is another feature. */
export type FetchCurrent = (lines: readonly WrittenLine[]) => Promise<readonly Current[]>;

type Input = {
  personId: string;
  /** Name of the draft in local storage. */
  name: string;
  first: Draft;
  send: (draft: Draft) => Promise<Prescription>;
  fallback: string;
  fetchCurrent: FetchCurrent;
  onSent: (prescription: Prescription) => void;
};

/** State and submission of the form. Typed values remain after any error. */
export function useComposing({ personId, name, first, send, fallback, fetchCurrent, onSent }: Input) {
  const { draft, resumed, change, reset, forget } = useDraft(personId, name, first);
  const [errors, setErrors] = useState<Errors>({});
  const [lineErrors, setLineErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [sending, setSending] = useState(false);
  /** Counts errors: after each, the form focuses the first wrong field. */
  const [refusals, setRefusals] = useState(0);
  const invalidate = useInvalidatePrescriptions();

  const showErrors = (wrong: Errors, lines: ReadonlyMap<string, string> = new Map()) => {
    setErrors(wrong);
    setLineErrors(lines);
    setRefusals((count) => count + 1);
  };

  const handleError = async (error: unknown) => {
    toast.error(messageOf(error, fallback));
    if (!(error instanceof ApiError)) throw error;
    const wrong: Errors = {};
    for (const field of fields) if (error.fields[field]) wrong[field] = error.fields[field];
    // The file is attached elsewhere or deleted: another one is needed.
    if (wrong.url !== undefined) change({ url: null });
    if (catalogueCodes.includes(error.code)) {
      wrong.items = error.message;
      const found = await fetchCurrent(draft.lines).catch(() => null);
      if (found !== null) change({ lines: refreshLines(draft.lines, found) });
    }
    showErrors(wrong, errorsByMedicine(error.fields, draft.lines));
    if (error.status === 409 || error.status === 404) void invalidate();
  };

  const submit = async () => {
    const wrong = checkDraft(draft);
    if (Object.keys(wrong).length > 0 || draft.lines.some(wrongQuantity)) return showErrors(wrong);
    setSending(true);
    try {
      const saved = await send(draft);
      forget();
      void invalidate(saved);
      onSent(saved);
    } catch (error) {
      await handleError(error);
    } finally {
      setSending(false);
    }
  };

  const changeField = (field: Field, part: Partial<Draft>) => {
    setErrors(({ [field]: _, ...others }) => others);
    change(part);
  };

  return {
    draft,
    resumed,
    reset: () => {
      setErrors({});
      setLineErrors(new Map());
      reset();
    },
    errors,
    lineErrors,
    refusals,
    sending,
    submit,
    change: changeField,
    changeLines: (lines: readonly WrittenLine[]) => {
      setLineErrors(new Map());
      changeField('items', { lines });
    },
    add: (medication: Medication) => changeField('items', { lines: addLine(draft.lines, medication) }),
    /** Called on blur. */
    check: (field: Field) => setErrors((now) => ({ ...now, [field]: checkDraft(draft)[field] })),
  };
}

export type Composing = ReturnType<typeof useComposing>;

/** Refusals after a change of the catalogue. */
const catalogueCodes = ['AMOUNT_CHANGED', 'MEDICATION_UNAVAILABLE', 'MEDICATION_NOT_PRICED'];
