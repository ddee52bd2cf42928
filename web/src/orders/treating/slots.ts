import type { Order } from '@amasin/domain/orders/order.ts';
import type { ReactNode } from 'react';
import type { FileLinkSlot } from '../detail/file-link.ts';
import type { WrittenItem } from './api.ts';

/** Files and prescriptions belong to other parts of the product: the page gives what shows and writes them. */
export type TreatmentSlots = {
  /** A file looked at beside the form. */
  fileView: (file: { fileKey: string; name: string }) => ReactNode;
  /** A button that opens a file. */
  fileLink: FileLinkSlot;
  /** The form in which the items are written. */
  writing: (form: WritingInput) => ReactNode;
};

export type WritingInput = {
  subject: Order['_id'];
  saved: readonly WrittenItem[];
  save: (items: WrittenItem[]) => Promise<unknown>;
  /** Only where nothing is written yet. */
  attach: ((number: string) => Promise<unknown>) | undefined;
};
