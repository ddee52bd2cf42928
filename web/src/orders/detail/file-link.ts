import type { ReactNode } from 'react';

/** Texts and search param of the link to a prescription's photograph or file. */
export const prescriptionFile = {
  name: 'Ordonnance',
  label: 'Ordonnance physique',
  param: 'fichier',
} as const;

/** Renders a button that opens a file of an order. The page provides it: `files` is another feature. */
export type FileLinkSlot = (file: {
  fileKey: string;
  /** Title of the dialog. */
  name: string;
  label: string;
  /** Its search param. */
  param: string;
}) => ReactNode;
