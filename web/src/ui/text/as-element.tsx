import type { ReactNode } from 'react';

/**
 * A text as an element of its own. A browser that translates the page replaces texts by its own elements: React then
 * no longer finds a text that stands beside other children.
 */
export const asElement = (children: ReactNode): ReactNode =>
  typeof children === 'string' || typeof children === 'number' ? <span>{children}</span> : children;
