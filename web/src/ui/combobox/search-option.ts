import type { ReactNode } from 'react';

export type SearchOption = {
  key: string;
  /** What it is called. */
  label: string;
  /** A second, quieter line. */
  detail?: ReactNode;
  /** On the right: a price. */
  aside?: ReactNode;
};
