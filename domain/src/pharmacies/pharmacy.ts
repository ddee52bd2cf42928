import { z } from 'zod';
import { paging } from '../contract/paging.ts';
import { id, plainText } from '../contract/text.ts';
import { clampRadius, DEFAULT_RADIUS_KM } from './search-radius.ts';

/** The public view of a pharmacy: a place, with or without an account (rule 34). It has no e-mail. */
export const pharmacy = z.object({
  _id: id,
  accountId: id.nullable(),
  name: z.string(),
  /** On duty now, by a shift or by the pharmacy's own switch. */
  onDuty: z.boolean(),
  isPartner: z.boolean(),
  /** Distance from the requested point, km, to one decimal; null without a point. */
  distance: z.number().nullable(),
  location: z.object({ coordinates: z.tuple([z.number(), z.number()]) }).nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  /** The text of the directory: OpenStreetMap notation (`Mo-Su 08:00-22:00`) or free text. */
  hours: z.string().nullable(),
});

export type Pharmacy = z.output<typeof pharmacy>;

const POSITION_INVALID = 'Position invalide';

// A number in the query string; an empty text counts as missing.
const number = (error: string) =>
  z.union([z.literal('').transform(() => undefined), z.coerce.number({ error })], { error });
const degrees = (most: number) =>
  number(POSITION_INVALID)
    .pipe(z.number().min(-most, POSITION_INVALID).max(most, POSITION_INVALID).optional())
    .optional();

const point = { lat: degrees(90), lng: degrees(180) };

/** Requires both coordinates or neither. */
function withWholePosition<S extends z.ZodType<{ lat?: number | undefined; lng?: number | undefined }>>(
  filters: S,
): S {
  return filters
    .refine(({ lat, lng }) => lat !== undefined || lng === undefined, {
      path: ['lat'],
      message: 'Latitude requise',
    })
    .refine(({ lat, lng }) => lng !== undefined || lat === undefined, {
      path: ['lng'],
      message: 'Longitude requise',
    });
}

/** Filters of GET /pharmacies/search. Without a position, the search starts from the centre of Cotonou. */
export const pharmacySearch = withWholePosition(
  z.object({
    ...point,
    radius: number('Rayon invalide')
      .transform((km) => clampRadius(km ?? DEFAULT_RADIUS_KM))
      .default(DEFAULT_RADIUS_KM),
    ...paging,
  }),
);

/** Filters of GET /pharmacies/on-duty; with a position, the nearest come first. */
export const onDutySearch = withWholePosition(z.object({ ...point, ...paging }));

/** Filters of GET /pharmacies: `q` is part of the name or of the address. */
export const placeFilters = z.object({ q: plainText(100).optional(), ...paging });

/** Body of PATCH /pharmacies/{id}/on-duty. */
export const dutySwitch = z.object({ onDuty: z.boolean({ error: 'Valeur attendue : oui ou non' }) });
