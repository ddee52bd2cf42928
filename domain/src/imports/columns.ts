import type { ImportedListName } from './lists.ts';

/** A column of a file that is imported. Its key is the field of the row that it fills, if it fills one by itself. */
export interface ImportColumn {
  /** Its heading as screens, commands and previews name it. */
  readonly heading: string;
  /** Other headings that files have; accents and case do not count. */
  readonly also: readonly string[];
  /** A file without it is refused. */
  readonly isNeeded?: true;
  /** A separator of thousands may have cut it in two. */
  readonly isAmount?: true;
  /** It has numbers, that may follow an amount: only a comma could have cut that one. */
  readonly isCount?: true;
  /** How a cell is written, where that is not plain. */
  readonly form?: string;
  /** A cell of the model that the dialog offers; a column without one is not in it. */
  readonly example?: string;
}

export type ImportColumns = Readonly<Record<string, ImportColumn>>;

export const importColumns = {
  medications: {
    label: {
      heading: 'Nom',
      also: ['name', 'libellé', 'médicament', 'désignation', 'produit'],
      isNeeded: true,
      example: 'Paracétamol 500 mg, boîte de 16',
    },
    form: {
      heading: 'Forme',
      also: ['form', 'forme galénique', 'forme pharmaceutique'],
      isNeeded: true,
      example: 'Comprimé',
    },
    price: {
      heading: 'Prix',
      also: ['price', 'prix public', 'prix de vente', 'prix unitaire'],
      isNeeded: true,
      isAmount: true,
      example: '800',
    },
    substances: { heading: 'DCI', also: ['substance', 'substances'], example: 'Paracétamol' },
    dosage: { heading: 'Dosage', also: ['dose'], example: '500 mg' },
    requiresPrescription: {
      heading: 'Ordonnance',
      also: ['requires prescription'],
      form: 'oui ou non',
      example: 'non',
    },
    list: {
      heading: 'Liste',
      also: ['prescription status', 'prescription status 2017'],
      form: 'liste I ou liste II',
    },
  },
  zones: {
    label: {
      heading: 'Zone',
      also: ['label', 'nom', 'libellé'],
      isNeeded: true,
      example: 'Cotonou – 1er arrondissement',
    },
    sectors: {
      heading: 'Quartiers',
      also: ['sectors', 'secteurs'],
      isNeeded: true,
      form: 'séparés par une barre : Dandji|Yagbé',
      example: 'Dandji|Yagbé',
    },
    price: {
      heading: 'Prix',
      also: ['price', 'frais', 'frais de livraison'],
      isAmount: true,
      example: '500',
    },
    town: { heading: 'Commune', also: ['town', 'ville'], example: 'Cotonou' },
    aliases: { heading: 'Lieux', also: ['aliases', 'repères', 'autres noms'] },
  },
  pharmacies: {
    name: { heading: 'Nom', also: ['name', 'pharmacie'], isNeeded: true, example: 'Pharmacie Exemple' },
    latitude: { heading: 'Latitude', also: ['lat'], isNeeded: true, example: '6,3703' },
    longitude: { heading: 'Longitude', also: ['lng', 'lon'], isNeeded: true, example: '2,3912' },
    phone: { heading: 'Téléphone', also: ['phone', 'tel'], example: '0190000000' },
    hours: { heading: 'Horaires', also: ['opening hours'], example: 'Mo-Su 08:00-20:00' },
    address: { heading: 'Adresse', also: ['address'] },
    quarter: { heading: 'Quartier', also: ['quarter'], example: 'Ganhi' },
    arrondissement: { heading: 'Arrondissement', also: [] },
    commune: { heading: 'Commune', also: ['ville'], example: 'Cotonou' },
    osm_id: { heading: 'osm_id', also: [] },
  },
  stock: {
    label: {
      heading: 'Nom',
      also: ['name', 'libellé', 'médicament', 'désignation', 'produit', 'article'],
      isNeeded: true,
      example: 'Paracétamol 500 mg, boîte de 16',
    },
    form: {
      heading: 'Forme',
      also: ['form', 'forme galénique', 'forme pharmaceutique'],
      example: 'Comprimé',
    },
    price: {
      heading: 'Prix',
      also: ['price', 'prix public', 'prix de vente', 'prix unitaire', 'pv', 'ppv'],
      isAmount: true,
      example: '800',
    },
    there: {
      heading: 'Stock',
      also: [
        'en stock',
        'disponible',
        'disponibilité',
        'dispo',
        'quantité',
        'qté',
        'quantité en stock',
        'there',
      ],
      form: 'oui, non ou une quantité',
      isCount: true,
      example: 'oui',
    },
  },
} as const satisfies Readonly<Record<ImportedListName | 'stock', ImportColumns>>;

/** Names the columns that a file must have, and those that it may have. */
export function describeColumns(list: keyof typeof importColumns): { needed: string; others: string } {
  const columns: readonly ImportColumn[] = Object.values(importColumns[list]);
  const named = (isNeeded: boolean) =>
    columns
      .filter((column) => (column.isNeeded ?? false) === isNeeded)
      .map(({ heading, form }) => (form === undefined ? heading : `${heading} (${form})`))
      .join(', ');
  return { needed: named(true), others: named(false) };
}
