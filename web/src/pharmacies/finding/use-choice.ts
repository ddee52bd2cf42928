import { useAddressChoice } from '../../lib/history/use-address-choice.ts';
import { useHydrated } from '../../lib/hydration/hydration.tsx';
import { nothingChosen, readChoice, withChoice } from './choice.ts';

/** The filters of the page's address. The written page knows none: they come once it is alive. */
export function useChoice() {
  const { choice, change } = useAddressChoice(readChoice, withChoice);
  return { choice: useHydrated() ? choice : nothingChosen, change };
}
