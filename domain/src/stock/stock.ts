import { z } from 'zod';
import { paging } from '../contract/paging.ts';
import { id, moment, nameText, plainText } from '../contract/text.ts';
import { fileReading, importedLine } from '../imports/preview.ts';
import { medicationForms } from '../medications/form.ts';
import { SEARCH_MAX } from '../medications/search-text.ts';
import { pharmacy } from '../pharmacies/pharmacy.ts';

/** Names that the catalogue does not know, which are kept and shown: the first ones in alphabetical order. */
export const SHOWN_UNKNOWN = 200;

/** What a pharmacy's list was read as. */
export const stockReport = z.object({
  counts: z.object({
    read: z.int(),
    /** Medicines of the catalogue, and those of them that are there. */
    known: z.int(),
    there: z.int(),
    unknown: z.int(),
    waiting: z.int(),
    refused: z.int(),
  }),
  unknown: z.array(z.string()),
  /** Lines with a price ten times that of the catalogue, or a tenth: without a confirmation they are left out. */
  waiting: z.array(importedLine),
  refused: z.array(importedLine),
});

export type StockReport = z.output<typeof stockReport>;

/** What a file would be read as, before it replaces the list. */
export const stockPreview = stockReport.extend({
  /** Names all that it says: another file, or another catalogue, is refused. */
  digest: z.string(),
  /** What its first lines with accents would be by encoding, when somebody has to choose one: nothing else is read then. */
  readings: z.array(fileReading),
});

export type StockPreview = z.output<typeof stockPreview>;

/** One medicine of a pharmacy's own list. */
export const stockLine = z.object({
  /** The id of the medicine. */
  _id: id,
  label: z.string(),
  form: z.enum(medicationForms),
  there: z.boolean(),
  /** The pharmacy's own price, FCFA; null when its list has none. */
  price: z.int().nullable(),
  seenAt: moment,
});

export type StockLine = z.output<typeof stockLine>;

/** The last list of a pharmacy. */
export const stockList = z.object({
  seenAt: moment,
  /** It is believed until then. */
  until: moment,
  read: z.int(),
  there: z.int(),
  missing: z.int(),
  refused: z.int(),
  unknown: z.int(),
  unknownNames: z.array(z.string()),
});

export type StockList = z.output<typeof stockList>;

/** Filters of GET /stock: `q` is part of the name. */
export const stockFilters = z.object({ q: plainText(SEARCH_MAX).optional(), ...paging });

/** A pharmacy has as many keys at most. */
export const MAX_STOCK_KEYS = 5;

/** A key by which a program of the pharmacy sends its list; its secret is said once. */
export const stockKey = z.object({
  _id: id,
  name: z.string(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
});

export type StockKey = z.output<typeof stockKey>;

export const newStockKey = z.object({ name: nameText('Nom requis', 60) });

/** A pharmacy that has a medicine. */
export const stockedPharmacy = pharmacy.extend({ seenAt: moment });

export type StockedPharmacy = z.output<typeof stockedPharmacy>;
