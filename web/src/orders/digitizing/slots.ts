import type { Order, OrderItem } from '@amasin/domain/orders/order.ts';
import type { ReactNode } from 'react';
import type { FileLinkSlot } from '../detail/facts.tsx';

/** Components of other features (`files`, `prescriptions`), provided by the page. */
export type DigitizingSlots = {
  /** The viewer of a file, beside the form. */
  fileView: (file: { fileKey: string; name: string }) => ReactNode;
  /** A button that opens a file. */
  fileLink: FileLinkSlot;
  /** The form for the items. */
  writing: (form: WritingInput) => ReactNode;
};

export type WritingInput = {
  subject: Order['_id'];
  saved: readonly OrderItem[];
  save: (items: ItemToSave[]) => Promise<unknown>;
  /** Undefined once items are written. */
  attach: ((number: string) => Promise<unknown>) | undefined;
};

/** Without the price of a line that waits for one. */
export type ItemToSave = Omit<OrderItem, 'price'> & { price?: number };
