import type { OrderAgain } from '@amasin/domain/orders/again.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { Button, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { useSession } from '../../session/session-context.ts';
import { Notice } from '../../ui/Notice.tsx';
import { withParams } from '../../ui/use-dialog-url.ts';
import type { Draft } from './draft.ts';
import { STEP, type StepKey } from './steps.ts';
import { readReplaced, setAside, takeReplaced } from './use-draft.ts';
import { draftAgain, type Ordering } from './use-ordering.ts';

/** Search param with the id of an earlier order. */
const AGAIN = 'encore';

/** The form, filled with an earlier order. */
export const orderAgainUrl = (id: string) => `/order?${AGAIN}=${id}`;

type Props = {
  /** The order that is ordered again, if any. */
  again: OrderAgain | null;
  /** The order that was being written can be taken up. */
  hasReplaced: boolean;
  onUndo: () => void;
};

/** Lists what a repeated order lacks, and says that it replaced another one; nothing when it is whole and replaced none. */
export function LeftOut({ again, hasReplaced, onUndo }: Props) {
  const { gone, prescribed } = again ?? { gone: [], prescribed: [] };
  const isWhole = gone.length === 0 && prescribed.length === 0;
  if (isWhole && !hasReplaced) return null;
  return (
    <Stack gap="sm" mb="md">
      {isWhole ? null : (
        <Notice tone="amber" icon={IconInfoCircle} title="Cette commande n’est pas complète" role="status">
          {gone.length === 0 ? null : <span>{`Plus en vente : ${gone.join(', ')}.`}</span>}
          {prescribed.length === 0 ? null : (
            <span>{`À commander avec une ordonnance, par sa photo ou son code : ${prescribed.join(', ')}.`}</span>
          )}
        </Notice>
      )}
      {!hasReplaced ? null : (
        <Notice tone="blue" icon={IconInfoCircle} title="Elle remplace celle que vous écriviez" role="status">
          <Button variant="default" onClick={onUndo} style={{ justifySelf: 'start' }}>
            La reprendre
          </Button>
        </Notice>
      )}
    </Stack>
  );
}

/**
 * Fills the form with the order of a link, once, and opens the first step that lacks something.
 * @returns whether the order is loading, and the notice to show once the form is filled: it restores the draft that this order, or one
 * that waited for the network, has replaced
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
    queryKey: keys.orders.of('again', id ?? ''),
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
      setAside(personId);
      setAgain(data);
      latest.current.startAgain(data);
    }
    const step = data === undefined ? 'medicaments' : firstStep(data);
    setSearch((previous) => withParams(previous, { [AGAIN]: null, [STEP]: step }), { replace: true });
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
