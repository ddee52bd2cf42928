import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { type Ref, useMemo, useState } from 'react';
import { countOf, quoted } from '../lib/format.ts';
import { SearchCombobox } from '../ui/SearchCombobox.tsx';
import { findZones, type ZoneMatch } from './find-zones.ts';

/** Sectors named under a zone before « … ». */
const NAMED = 4;

type Props = {
  zones: readonly Zone[];
  zone: Zone | null;
  /** The sector or known place that was picked. */
  sector: string | null;
  onPick: (zone: Zone, sector: string | null) => void;
  onLeave: () => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** The delivery zone, searched by sector or known place: customers do not know the arrondissement that sets the fee. */
export function ZoneField({ zones, zone, sector, onPick, onLeave, error, ref }: Props) {
  // Null when not being edited: the field shows the selected zone.
  const [typed, setTyped] = useState<string | null>(null);
  const selected = zone === null ? '' : nameOf({ zone, sector });
  const hasPlaces = zones.some(({ aliases }) => aliases.length > 0);
  const matches = useMemo(() => findZones(zones, typed ?? ''), [zones, typed]);

  return (
    <SearchCombobox
      {...(ref === undefined ? {} : { ref })}
      label="Votre quartier"
      description={
        zone === null
          ? `Tapez son nom${hasPlaces ? ' ou un lieu connu' : ''} : nous trouvons la zone et les frais de livraison.`
          : `Livraison : ${formatMoney(zone.price)}.`
      }
      placeholder="Cadjèhoun"
      error={error}
      text={typed ?? selected}
      onTextChange={setTyped}
      options={matches.map((match) => ({
        key: keyOf(match),
        label: match.sector ?? match.zone.label,
        detail: match.sector === null ? namesOfSectors(match.zone) : match.zone.label,
        aside: formatMoney(match.zone.price),
      }))}
      onPick={(key) => {
        const match = matches.find((candidate) => keyOf(candidate) === key);
        setTyped(null);
        if (match !== undefined) onPick(match.zone, match.sector);
      }}
      onLeave={() => {
        const [only, second] = matches;
        // The only match is picked. Any other text remains, to be corrected, unless a zone is already selected.
        if (typed && only !== undefined && second === undefined) onPick(only.zone, only.sector);
        else if (zone === null) onLeave();
        if (zone !== null || matches.length === 1 || !typed) setTyped(null);
      }}
      canOpen={zones.length > 0}
      status={
        matches.length > 0
          ? countOf(matches.length, 'résultat')
          : `Nous ne livrons pas encore à ${quoted((typed ?? '').trim())}. Essayez un quartier voisin.`
      }
    />
  );
}

const keyOf = ({ zone, sector }: ZoneMatch) => `${zone._id}/${sector ?? ''}`;

const nameOf = ({ zone, sector }: ZoneMatch) => (sector === null ? zone.label : `${sector}, ${zone.label}`);

function namesOfSectors({ sectors }: Zone): string {
  const named = sectors.slice(0, NAMED).join(', ');
  return sectors.length > NAMED ? `${named}…` : named;
}
