import { ADDRESS_MAX, ADDRESS_MIN } from '@amasin/domain/addresses/limits.ts';
import { InputBase, Text, Title } from '@mantine/core';
import { useAddresses } from '../../addresses/api.ts';
import { KeepPlace, PlaceChoices } from '../../addresses/PlaceChoices.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { ErrorState, ListSkeleton } from '../../ui/feedback.tsx';
import { ZoneField } from '../../zones/ZoneField.tsx';
import type { Ordering } from './use-ordering.ts';

/** Where the order is brought: one of the kept places, or a zone and an address, which can be kept. */
export function DeliveryPart({ ordering }: { ordering: Ordering }) {
  const { draft, errors, zone } = ordering;
  const zones = ordering.zones.data;
  const kept = useAddresses().data;
  const place = { zone: draft.zoneId ?? '', sector: draft.sector, address: draft.address };
  return (
    <>
      <Title order={2}>Votre livraison</Title>
      {kept === undefined || zones === undefined ? null : (
        <PlaceChoices addresses={kept} zones={zones} present={place} onChoose={ordering.choosePlace} />
      )}
      {zones === undefined ? (
        <ZonesAwaited zones={ordering.zones} error={errors.zone} />
      ) : (
        <ZoneField
          zones={zones}
          zone={zone}
          sector={draft.sector}
          error={errors.zone}
          onPick={ordering.chooseZone}
          onLeave={() => void ordering.checkField('zone')}
        />
      )}
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

/** In place of the zone's field: the rest of the order can be written meanwhile. */
function ZonesAwaited({ zones, error }: { zones: Ordering['zones']; error: string | undefined }) {
  const isPaused = zones.fetchStatus === 'paused';
  if (zones.failureReason !== null || isPaused)
    return (
      <ErrorState
        message={messageOf(zones.failureReason, 'Erreur chargement initial')}
        reassurance="Votre commande en cours est gardée."
        onRetry={() => void zones.refetch()}
      />
    );
  return (
    <div>
      <ListSkeleton rows={1} height={96} />
      {error === undefined ? null : (
        <Text role="alert" size="sm" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      )}
    </div>
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
