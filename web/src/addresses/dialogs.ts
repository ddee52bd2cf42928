import type { Zone } from '@amasin/domain/zones/zone.ts';

/** Search params of the dialogs; the value is an id, or `NEW`. */
export const EDIT = 'lieu';
export const REMOVE = 'retrait';
export const NEW = 'nouveau';

/** Props of the zone field that the page renders. */
export type ZoneSlot = {
  zone: Zone | null;
  sector: string | null;
  error: string | undefined;
  onPick: (zone: Zone, sector: string | null) => void;
  onLeave: () => void;
};
