import { type RefObject, useEffect, useRef } from 'react';
import type { Ordering } from './draft/use-ordering.ts';
import { type StepKey, steps } from './steps.ts';

/** An invalid field, the first button of a wrong medicine line or of a question, or the button of a missing file. */
const wrongPlaces =
  '[aria-invalid="true"], [data-wrong="true"] button, [data-asked] button, [data-missing] [data-path]';

/** After a refusal, opens the step of the first wrong field and focuses that field. */
export function useLeadToWrong(
  form: RefObject<HTMLElement | null>,
  {
    refusals,
    errors,
    lineProblems,
    hasDoubts,
  }: Pick<Ordering, 'refusals' | 'errors' | 'lineProblems' | 'hasDoubts'>,
  present: StepKey,
  goTo: (step: StepKey, options: { replace: true }) => void,
): void {
  const seen = useRef(refusals);
  const wrong = steps.find(
    ({ key, fields }) =>
      fields.some((field) => errors[field] !== undefined) ||
      (key === 'medicaments' && (lineProblems.size > 0 || hasDoubts)),
  )?.key;

  useEffect(() => {
    if (seen.current === refusals) return;
    if (wrong !== undefined && wrong !== present) {
      goTo(wrong, { replace: true });
      return;
    }
    seen.current = refusals;
    const root = form.current;
    const place = root?.querySelector<HTMLElement>(wrongPlaces);
    place?.focus();
    if (root === null || place || wrong === undefined) return;
    // The lazy field is not loaded yet: it takes the focus once mounted.
    const arrival = new MutationObserver(() => {
      const late = root.querySelector<HTMLElement>(wrongPlaces);
      if (late === null) return;
      arrival.disconnect();
      late.focus();
    });
    arrival.observe(root, { childList: true, subtree: true });
    return () => arrival.disconnect();
  }, [form, goTo, present, refusals, wrong]);
}
