import { formatMoney } from '@amasin/domain/contract/format.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { distinctSectors } from '@amasin/domain/zones/sectors.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { type Ref, useMemo, useState } from 'react';
import { countOf, quoted } from '../lib/format.ts';
import { SearchCombobox } from '../ui/SearchCombobox.tsx';

/** A zone, and the sector or other name that matched; null if the zone itself did. */
type ZoneMatch = { zone: Zone; sector: string | null };

/** Shorter words must match exactly. */
const MIN_FUZZY_LENGTH = 4;

/**
 * Finds zones by the name of the zone, of a sector or of a place in it, ignoring accents and case; names that start with the text come
 * first. Without a match, one wrong letter is tolerated. Without a text, returns every zone; a text of punctuation alone matches none.
 */
export function findZones(zones: readonly Zone[], text: string): ZoneMatch[] {
  const searched = searchText(text);
  if (searched === '') return text.trim() === '' ? zones.map((zone) => ({ zone, sector: null })) : [];
  const all = zones.flatMap((zone) => [
    { zone, sector: null, name: searchText(zone.label) },
    ...distinctSectors([...zone.sectors, ...zone.aliases]).map((sector) => ({
      zone,
      sector,
      name: searchText(sector),
    })),
  ]);
  const starting = all.filter(({ name }) => name.startsWith(searched));
  const containing = all.filter(({ name }) => !name.startsWith(searched) && name.includes(searched));
  const exact = [...starting, ...containing];
  const found = exact.length > 0 ? exact : all.filter(({ name }) => isNearly(name, searched));
  return found.map(({ zone, sector }) => ({ zone, sector }));
}

/** Whether a word of the name starts with the text, with one wrong letter. */
function isNearly(name: string, searched: string): boolean {
  if (searched.length < MIN_FUZZY_LENGTH) return false;
  return name.split(' ').some((_, index, words) => {
    const rest = words.slice(index).join(' ');
    return [-1, 0, 1].some((more) => isOneOff(rest.slice(0, searched.length + more), searched));
  });
}

/** One letter replaced, missing or added. */
function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const skipA = a.length >= b.length ? 1 : 0;
  const skipB = b.length >= a.length ? 1 : 0;
  return a.slice(start + skipA) === b.slice(start + skipB);
}

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
