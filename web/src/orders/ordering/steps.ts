import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Error messages by field; `what` is the medicines, the photograph or the code. */
export type DraftErrors = { what?: string; zone?: string; address?: string; insurance?: string };

export type DraftField = keyof DraftErrors;

/** On a phone the form has steps; on a wide screen all of it is visible. Paying is the fourth step. */
export const steps = [
  { key: 'medicaments', label: 'Médicaments', fields: ['what'] },
  { key: 'livraison', label: 'Livraison', fields: ['zone', 'address'] },
  { key: 'recapitulatif', label: 'Récapitulatif', fields: ['insurance'] },
] as const satisfies readonly { key: string; label: string; fields: readonly DraftField[] }[];

type Step = (typeof steps)[number];
export type StepKey = Step['key'];

/** Search param with the key of the step. */
export const STEP = 'etape';

/** The current step, in the URL, so that the phone's back button goes one step back. */
export function useStep() {
  const [search, setSearch] = useSearchParams();
  const given = search.get(STEP);
  const index = Math.max(
    0,
    steps.findIndex(({ key }) => key === given),
  );
  // A double tap must not add two history entries for the same step.
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  }, [given]);
  const goTo = useCallback(
    (key: StepKey, options: { replace?: boolean } = {}) => {
      if (latest.current === key) return;
      latest.current = key;
      setSearch((before) => {
        const next = new URLSearchParams(before);
        next.set(STEP, key);
        return next;
      }, options);
      window.scrollTo({ top: 0 });
    },
    [setSearch],
  );
  return { index, step: steps[index] ?? steps[0], next: steps[index + 1], goTo };
}
