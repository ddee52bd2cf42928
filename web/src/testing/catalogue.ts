import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';

/** A medicine that customers may order. */
export const aMedication = (changes: Partial<Medication> = {}): Medication => ({
  _id: '0198a000-0000-7000-8000-0000000000b1',
  label: 'Paracétamol 500 mg',
  form: 'tablet',
  price: 1000,
  requiresPrescription: false,
  reviewed: true,
  substances: null,
  dosage: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  ...changes,
});

export const aZone = (changes: Partial<Zone> = {}): Zone => ({
  _id: '0198a000-0000-7000-8000-0000000000b1',
  label: 'Cotonou – 12e arrondissement',
  sectors: ['Cadjèhoun'],
  aliases: [],
  town: 'Cotonou',
  location: null,
  price: 700,
  ...changes,
});
