import type { ReactNode } from 'react';

/** The photograph or the file of a prescription, as its link calls it. */
export const prescriptionFile = {
  name: 'Ordonnance',
  label: 'Ordonnance physique',
  address: 'fichier',
} as const;

/** A button that opens a file of an order; files belong to another part of the product, so the page gives it. */
export type FileLinkSlot = (file: {
  fileKey: string;
  /** The title of what opens. */
  name: string;
  label: string;
  /** Its word in the page's address. */
  address: string;
}) => ReactNode;
