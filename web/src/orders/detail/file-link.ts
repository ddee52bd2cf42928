import type { ReactNode } from 'react';

/** Texts and address parameter of the link to a prescription's photograph or file. */
export const prescriptionFile = {
  name: 'Ordonnance',
  label: 'Ordonnance physique',
  address: 'fichier',
} as const;

/** Renders a button that opens a file of an order. The page provides it: `files` is another feature. */
export type FileLinkSlot = (file: {
  fileKey: string;
  /** Title of the dialog. */
  name: string;
  label: string;
  /** Its parameter in the page's address. */
  address: string;
}) => ReactNode;
