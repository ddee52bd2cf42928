import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Draft, Wish } from './draft.ts';
import styles from './WishedPharmacy.module.css';

/** Search param of the order form, from the card of a pharmacy: its id. */
const PHARMACY = 'pharmacie';

/** Whether a pharmacy is wished for, or was since the form was opened: its removal can be undone. */
export function useIsWishing({ wish }: Pick<Draft, 'wish'>): boolean {
  const [search] = useSearchParams();
  const isWishing = useRef(false);
  isWishing.current ||= wish !== null || search.has(PHARMACY);
  return isWishing.current;
}

type Props = { wish: Wish | null; onWish: (wish: Wish | null) => void };

/**
 * The pharmacy that the customer wishes for: that of the URL, else that of the draft, if it can still be assigned. It can be
 * removed.
 */
export function WishedPharmacy({ wish, onWish }: Props) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(PHARMACY);
  const id = asked ?? wish?._id;
  // Name of one that cannot be assigned; '' when it is unknown.
  const [refused, setRefused] = useState<string | null>(null);
  const [removed, setRemoved] = useState<Wish | null>(null);
  const { data, error } = useQuery({
    queryKey: keys.pharmacies.detail(id ?? ''),
    queryFn: ({ signal }) =>
      call(pharmacyEndpoints.readPharmacy, { params: { id: id ?? '' } }, { signal }).then(
        ({ pharmacy }) => pharmacy,
      ),
    enabled: id !== undefined,
  });
  const isUnknown = error instanceof ApiError && error.status === 404;

  const latest = useRef({ wish, onWish });
  latest.current = { wish, onWish };
  useEffect(() => {
    if (data === undefined && !isUnknown) return;
    const isAssignable = data?.isPartner === true && data.accountId !== null;
    const next = isAssignable ? { _id: data._id, name: data.name } : null;
    if (next?._id !== latest.current.wish?._id) latest.current.onWish(next);
    setRefused(isAssignable ? null : (data?.name ?? ''));
    if (asked === null) return;
    setRemoved(null);
    setSearch(
      (previous) => {
        const rest = new URLSearchParams(previous);
        rest.delete(PHARMACY);
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [data, isUnknown, asked, setSearch]);

  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focused button is unmounted with the wish: the undo button takes the focus.
    if (removed !== null && document.activeElement === document.body) undo.current?.focus();
  }, [removed]);

  if (wish !== null)
    return (
      <div className={styles.wish}>
        <IconBuildingStore className={styles.icon} size={20} stroke={1.75} aria-hidden="true" />
        <span className={styles.text}>
          Pharmacie souhaitée : <strong>{wish.name}</strong>
          <small className={styles.note}>
            Un souhait : si elle ne peut pas préparer la commande, une autre le fait.
          </small>
        </span>
        <Button
          variant="subtle"
          aria-label={`Retirer ${wish.name}`}
          onClick={() => {
            setRemoved(wish);
            onWish(null);
          }}
        >
          Retirer
        </Button>
      </div>
    );
  if (removed !== null)
    return (
      <div className={styles.wish} role="status">
        <span className={styles.text}>Aucune pharmacie souhaitée.</span>
        <Button ref={undo} variant="subtle" onClick={() => onWish(removed)}>
          Annuler
        </Button>
      </div>
    );
  if (refused === null) return null;
  return (
    <div className={styles.refused}>
      <Notice tone="amber" icon={IconBuildingStore} role="status">
        <span>
          {`${refused === '' ? 'Cette pharmacie' : refused} ne prend pas de commandes sur Amasin en ce moment. Une pharmacie partenaire préparera la vôtre.`}
        </span>
      </Notice>
    </div>
  );
}
