import { useCallback } from 'react';
import { useAddressChoice } from '../../lib/history/use-address-choice.ts';
import { isChosen, noChoice, readChoice, withChoice } from './order-choice.ts';

/** The filters of the page's address. */
export function useOrderChoice() {
  const { choice, change } = useAddressChoice(readChoice, withChoice);
  const clear = useCallback(() => change(noChoice), [change]);
  return { choice, chosen: isChosen(choice), change, clear };
}
