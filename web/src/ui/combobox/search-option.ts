import type { ReactNode } from 'react';

export type SearchOption = {
  key: string;
  label: string;
  /** A second line, in grey. */
  detail?: ReactNode;
  /** On the right: a price. */
  aside?: ReactNode;
};
