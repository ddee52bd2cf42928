import type { ReactNode } from 'react';

/** A button that opens a file of an order; files belong to another part of the product, so the page gives it. */
export type FileLinkSlot = (file: {
  fileKey: string;
  /** The title of what opens. */
  name: string;
  label: string;
  /** Its word in the page's address. */
  address: string;
}) => ReactNode;
