import type { OrderAgain } from '@amasin/domain/orders/again.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { keys } from '../../../lib/keys.ts';
import { readStored } from '../../../lib/stored.ts';
import { toast } from '../../../lib/toast.tsx';
import { useSession } from '../../../session/session-context.ts';
import type { Draft } from '../draft/draft.ts';
import { DRAFT } from '../draft/use-draft.ts';
import type { Ordering } from '../draft/use-ordering.ts';
import { readReplaced, setAside, takeReplaced } from '../replacing/replaced.ts';
import { STEP, type StepKey } from '../steps.ts';
import { AGAIN } from './again-url.ts';
import { draftAgain } from './draft-again.ts';

/**
 * Fills the form with the order of a link, once, and opens the first step that lacks something.
 * @returns whether it is loading, and what to say once the form is filled: the draft that this order, or one that
 * waited for the network, has replaced can be restored
 */
export function useOrderAgain(ordering: Pick<Ordering, 'draft' | 'startAgain' | 'restore'>) {
  const [search, setSearch] = useSearchParams();
  const { user } = useSession();
  const personId = user?._id ?? '';
  const usual = user?.address ?? '';
  const [again, setAgain] = useState<OrderAgain | null>(null);
  const hasReplaced = readReplaced(personId, usual) !== null;
  const id = search.get(AGAIN);
  const { data, error } = useQuery({
    queryKey: keys.orders.again(id ?? ''),
    queryFn: ({ signal }) =>
      call(orderEndpoints.readAgain, { params: { id: id ?? '' } }, { signal }).then(({ again }) => again),
    enabled: id !== null,
    // Prices of another time are of no use.
    gcTime: 0,
  });
  const latest = useRef(ordering);
  latest.current = ordering;

  useEffect(() => {
    if (id === null || (data === undefined && error === null)) return;
    if (data === undefined) toast.error(messageOf(error, 'Erreur de chargement'));
    else {
      setAside(personId, readStored(personId, DRAFT));
      setAgain(data);
      latest.current.startAgain(data);
    }
    setSearch(
      (previous) => {
        const next = new URLSearchParams(previous);
        next.delete(AGAIN);
        next.set(STEP, data === undefined ? 'medicaments' : firstStep(data));
        return next;
      },
      { replace: true },
    );
  }, [id, data, error, personId, setSearch]);

  const onUndo = () => {
    const { draft } = ordering;
    // A copy that was not changed is in the list of orders.
    const isCopy =
      again !== null && draft.way === 'without' && isSameList(draft.lines, draftAgain(again).lines);
    const replaced = takeReplaced(personId, usual, isCopy ? undefined : draft);
    if (replaced !== null) ordering.restore(replaced);
    setAgain(null);
    setSearch({ [STEP]: 'medicaments' }, { replace: true });
  };
  return {
    isLoading: id !== null,
    notice: again === null && !hasReplaced ? null : { again, hasReplaced, onUndo },
  };
}

const isSameList = (lines: Draft['lines'], others: Draft['lines']) =>
  JSON.stringify(lines) === JSON.stringify(others);

function firstStep({ items, zone }: OrderAgain): StepKey {
  if (items.length === 0) return 'medicaments';
  return zone === null ? 'livraison' : 'recapitulatif';
}
