import type { Address } from '@amasin/domain/addresses/address.ts';
import { MAX_ADDRESSES } from '@amasin/domain/addresses/limits.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { Button, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useId, useState } from 'react';
import styles from './addresses.module.css';
import { describePlace, isSamePlace, isServed, useKeepAddress } from './api.ts';

type Props = {
  addresses: readonly Address[];
  zones: readonly Zone[];
  /** The place that the order has now. */
  present: { zone: string; address: string };
  onChoose: (address: Address) => void;
};

/** Kept places, each chosen by one tap; nothing without any in a zone that is served. */
export function PlaceChoices({ addresses, zones, present, onChoose }: Props) {
  const served = addresses.filter((address) => isServed(address, zones));
  if (served.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>Livrer à</legend>
      {served.map((address) => (
        <label key={address._id} className={styles.choice}>
          <input
            type="radio"
            name="place"
            checked={isSamePlace(address, present)}
            onChange={() => onChoose(address)}
          />
          <span className={styles.text}>
            <strong>{address.name}</strong>
            <span className={styles.detail}>{describePlace(address, zones)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type KeepPlaceProps = {
  addresses: readonly Address[];
  place: { zone: string; sector: string | null; address: string };
};

/** Names offered for the first places. */
const usual = ['Maison', 'Travail'];

/** Keeps the place of the order under a name; nothing for one that is kept, or while ten are. */
export function KeepPlace({ addresses, place }: KeepPlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const id = useId();
  const keeping = useKeepAddress(() => setOpen(false));
  if (addresses.length >= MAX_ADDRESSES || addresses.some((kept) => isSamePlace(kept, place))) return null;
  const offered = usual.find((name) => addresses.every((kept) => kept.name !== name)) ?? '';
  const name = (typed ?? offered).trim();
  if (!isOpen) {
    return (
      <Button
        variant="subtle"
        leftSection={<IconBookmark size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Garder cette adresse
      </Button>
    );
  }
  return (
    <div className={styles.keep}>
      <TextInput
        id={id}
        label="Nom de ce lieu"
        autoComplete="off"
        maxLength={40}
        value={typed ?? offered}
        error={missing && name === '' ? 'Nom requis' : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoFocus
      />
      <Button
        variant="default"
        loading={keeping.isPending}
        onClick={() => {
          setMissing(true);
          if (name !== '') keeping.mutate({ ...place, name, address: place.address.trim() });
        }}
      >
        Garder
      </Button>
    </div>
  );
}
