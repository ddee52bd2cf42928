import { ADDRESS_MAX, ADDRESS_MIN } from '@amasin/domain/addresses/limits.ts';
import { InputBase, Title } from '@mantine/core';
import { useAddresses } from '../../addresses/api.ts';
import { KeepPlace, PlaceChoices } from '../../addresses/PlaceChoices.tsx';
import { countOf } from '../../lib/format.ts';
import { ZoneField } from '../../zones/ZoneField.tsx';
import type { Ordering } from './use-ordering.ts';

/** Where the order is brought: one of the kept places, or a zone and an address, which can be kept. */
export function DeliveryPart({ ordering }: { ordering: Ordering }) {
  const { draft, errors, zone } = ordering;
  const zones = ordering.zones.data ?? [];
  const kept = useAddresses().data;
  const place = { zone: draft.zoneId ?? '', sector: draft.sector, address: draft.address };
  return (
    <>
      <Title order={2}>Votre livraison</Title>
      {kept === undefined ? null : (
        <PlaceChoices addresses={kept} zones={zones} present={place} onChoose={ordering.choosePlace} />
      )}
      <ZoneField
        zones={zones}
        zone={zone}
        sector={draft.sector}
        error={errors.zone}
        onPick={ordering.chooseZone}
        onLeave={() => void ordering.checkField('zone')}
      />
      <AddressField
        address={draft.address}
        error={errors.address}
        onChange={ordering.writeAddress}
        onLeave={() => void ordering.checkField('address')}
      />
      {kept === undefined || zone === null || draft.address.trim().length < ADDRESS_MIN ? null : (
        <KeepPlace addresses={kept} place={place} />
      )}
    </>
  );
}

/** From this length on, the remaining length is shown. */
const COUNT_FROM = 240;

type AddressFieldProps = {
  address: string;
  error: string | undefined;
  onChange: (address: string) => void;
  onLeave: () => void;
};

/** The address in words: people describe landmarks, not street numbers. */
export function AddressField({ address, error, onChange, onLeave }: AddressFieldProps) {
  const left = ADDRESS_MAX - address.trim().length;
  return (
    <InputBase
      component="textarea"
      multiline
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
