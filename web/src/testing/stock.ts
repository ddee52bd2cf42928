import type { StockedPharmacy, StockLine, StockList, StockPreview } from '@amasin/domain/stock/stock.ts';
import { aPharmacy } from './pharmacies.ts';

/** A medicine that is there, with changes. */
export const aStockLine = (changes: Partial<StockLine> = {}): StockLine => ({
  _id: '0198a000-0000-7000-8000-0000000000b1',
  label: 'Paracétamol 500 mg',
  form: 'tablet',
  there: true,
  price: 1100,
  seenAt: '2026-11-20T08:00:00.000Z',
  ...changes,
});

/** A list of this morning, with changes. */
export const aStockList = (changes: Partial<StockList> = {}): StockList => ({
  seenAt: '2026-11-20T08:00:00.000Z',
  until: '2026-11-21T08:00:00.000Z',
  read: 4,
  there: 1,
  missing: 1,
  refused: 1,
  unknown: 1,
  unknownNames: ['Inconnu'],
  ...changes,
});

/** What a file of 240 lines is read as, with changes. */
export const aStockPreview = (changes: Partial<StockPreview> = {}): StockPreview => ({
  digest: 'one',
  readings: [],
  counts: { read: 240, known: 226, there: 200, unknown: 12, waiting: 0, refused: 2 },
  unknown: ['Absent', 'Inconnu'],
  waiting: [],
  refused: [{ line: 3, name: '', fields: [], reason: 'Nom requis' }],
  ...changes,
});

/** A pharmacy that has a medicine, with changes. */
export const aStockedPharmacy = (changes: Partial<StockedPharmacy> = {}): StockedPharmacy => ({
  ...aPharmacy(),
  seenAt: '2026-11-20T08:00:00.000Z',
  ...changes,
});
