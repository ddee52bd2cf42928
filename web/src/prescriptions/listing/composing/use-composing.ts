import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { toast } from '../../../lib/toast/toast.tsx';
import { errorsByMedicine } from '../../writing/to-items.ts';
import { addLine, renewLines, type WrittenLine } from '../../writing/written-line.ts';
import { useInvalidatePrescriptions } from '../api.ts';
import { checkDraft, type Errors, type Field, fields } from './draft/check-draft.ts';
import type { Draft } from './draft/draft.ts';
import { useDraft } from './draft/use-draft.ts';

type Chosen = Pick<Medication, '_id' | 'label' | 'form' | 'price'>;

/** What the catalogue says now of medicines chosen earlier; the page knows where to ask. */
export type FindAgain = (lines: readonly WrittenLine[]) => Promise<readonly Chosen[]>;

type Input = {
  personId: string;
  /** Under which it is kept on the device. */
  name: string;
  first: Draft;
  send: (draft: Draft) => Promise<Prescription>;
  fallback: string;
  findAgain: FindAgain;
  onSent: (prescription: Prescription) => void;
};

/** A prescription on its way from the form to the server; whatever happens, what was typed stays. */
export function useComposing({ personId, name, first, send, fallback, findAgain, onSent }: Input) {
  const { draft, resumed, change, reset, forget } = useDraft(personId, name, first);
  const [errors, setErrors] = useState<Errors>({});
  const [lineErrors, setLineErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [sending, setSending] = useState(false);
  /** Counts refusals: after each, the form leads to what is wrong. */
  const [refusals, setRefusals] = useState(0);
  const invalidate = useInvalidatePrescriptions();

  const blame = (wrong: Errors, lines: ReadonlyMap<string, string> = new Map()) => {
    setErrors(wrong);
    setLineErrors(lines);
    setRefusals((count) => count + 1);
  };

  const refuse = async (error: unknown) => {
    toast.error(messageOf(error, fallback));
    if (!(error instanceof ApiError)) throw error;
    const wrong: Errors = {};
    for (const field of fields) if (error.fields[field]) wrong[field] = error.fields[field];
    // A file that was given elsewhere, or swept away: another one is needed.
    if (wrong.url !== undefined) change({ url: null });
    if (catalogueCodes.includes(error.code)) {
      wrong.items = error.message;
      const found = await findAgain(draft.lines).catch(() => null);
      if (found !== null) change({ lines: renewLines(draft.lines, found) });
    }
    blame(wrong, errorsByMedicine(error.fields, draft.lines));
    if (error.status === 409 || error.status === 404) void invalidate();
  };

  const submit = async () => {
    const wrong = checkDraft(draft);
    if (Object.keys(wrong).length > 0) return blame(wrong);
    setSending(true);
    try {
      const written = await send(draft);
      forget();
      void invalidate(written);
      onSent(written);
    } catch (error) {
      await refuse(error);
    } finally {
      setSending(false);
    }
  };

  const correct = (field: Field, part: Partial<Draft>) => {
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
    change: correct,
    changeLines: (lines: readonly WrittenLine[]) => {
      setLineErrors(new Map());
      correct('items', { lines });
    },
    add: (medication: Medication) => correct('items', { lines: addLine(draft.lines, medication) }),
    /** On leaving a field. */
    check: (field: Field) => setErrors((now) => ({ ...now, [field]: checkDraft(draft)[field] })),
  };
}

export type Composing = ReturnType<typeof useComposing>;

/** Refusals because of what the catalogue says now. */
const catalogueCodes = ['AMOUNT_CHANGED', 'MEDICATION_UNAVAILABLE', 'MEDICATION_NOT_PRICED'];
