import { InputBase } from '@mantine/core';
import type { Ref } from 'react';
import { countOf } from '../../lib/format.ts';

const MAX = 300;
/** From this length on, the remaining length is shown. */
const COUNT_FROM = 240;

type Props = {
  address: string;
  error: string | undefined;
  onChange: (address: string) => void;
  onLeave: () => void;
  ref?: Ref<HTMLTextAreaElement>;
};

/** Addresses describe landmarks, not street numbers. */
export function AddressField({ address, error, onChange, onLeave, ref }: Props) {
  const left = MAX - address.trim().length;
  return (
    <InputBase
      component="textarea"
      multiline
      {...(ref === undefined ? {} : { ref })}
      label="Adresse de livraison"
      description={
        address.length < COUNT_FROM
          ? 'Rue, repère, couleur du portail : ce qui aide le livreur à vous trouver.'
          : `${countOf(Math.max(left, 0), 'caractère restant', 'caractères restants')}.`
      }
      placeholder="À côté de la pharmacie Camp Guézo, portail bleu"
      autoComplete="street-address"
      rows={3}
      error={error}
      value={address}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
}
