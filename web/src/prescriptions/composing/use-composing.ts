import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { readStored, store } from '../../lib/stored.ts';
import { toast } from '../../lib/toast.tsx';
import { useInvalidatePrescriptions } from '../listing/api.ts';
import {
  addLine,
  type Current,
  errorsByMedicine,
  refreshLines,
  type WrittenLine,
  wrongQuantity,
} from '../writing/written-line.ts';
import { checkDraft, type Draft, type Errors, type Field, fields, isSameDraft, readDraft } from './draft.ts';

/**
 * A draft stored on the device under this name until it is sent or the user signs out. `first` is the initial state of
 * the form.
 */
function useDraft(personId: string, name: string, first: Draft) {
  const [stored] = useState(() => readDraft(readStored(personId, name)));
  const [draft, setDraft] = useState<Draft>(stored ?? first);
  /** Starts with a stored draft, unchanged so far. */
  const [resumed, setResumed] = useState(stored !== null && !isSameDraft(stored, first));
  const [sent, setSent] = useState(false);

  useEffect(() => {
    store(personId, name, sent || isSameDraft(draft, first) ? null : draft);
  }, [draft, first, name, personId, sent]);

  return {
    draft,
    resumed,
    change: (part: Partial<Draft>) => {
      setResumed(false);
      setDraft((now) => ({ ...now, ...part }));
    },
    reset: () => {
      setResumed(false);
      setDraft(first);
    },
    /** Deletes the stored draft. */
    forget: () => {
      store(personId, name, null);
      setSent(true);
    },
  };
}

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
