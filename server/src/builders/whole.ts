import type { MedicationRow } from '../database/schema/medications.ts';
import type { PlaceRow, ZoneRow } from '../database/schema/places.ts';

/** A value for each column that may be null: a new column that has none here does not compile. */
type Whole<Row, Except extends keyof Row> = Partial<Row> & {
  [Column in Exclude<keyof Row, Except> as null extends Row[Column] ? Column : never]: NonNullable<
    Row[Column]
  >;
};

// Rows with a value in every nullable column, for the tests that check which fields leave the server.

export const wholeZone = {
  aliases: ['Ganhi'],
  latitude: 6.37,
  longitude: 2.39,
} satisfies Whole<ZoneRow, 'deletedAt'>;

export const wholeMedication = {
  substances: 'Paracétamol',
  dosage: '500 mg',
} satisfies Whole<
  MedicationRow,
  'substanceText' | 'createdById' | 'reviewAskedAt' | 'checkedById' | 'deletedAt'
>;

export const wholePlace = {
  latitude: 6.37,
  longitude: 2.39,
  phone: '+2290121300001',
  address: 'Zogbo',
  hours: '24/7',
} satisfies Whole<PlaceRow, 'accountId' | 'sourceId'>;
