import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Draft } from '../draft/draft.ts';

/** Search param of the order form, from the card of a pharmacy: its id. */
export const PHARMACY = 'pharmacie';

/** Whether a pharmacy is wished for, or was since the form was opened: its removal can be undone. */
export function useIsWishing({ wish }: Pick<Draft, 'wish'>): boolean {
  const [search] = useSearchParams();
  const isWishing = useRef(false);
  isWishing.current ||= wish !== null || search.has(PHARMACY);
  return isWishing.current;
}
