import type { ReactNode } from 'react';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import type { AskRelativeProps } from './AskRelative.tsx';

// The form of an order is complete without it.
const AskRelative = lazyWithRetry(() => import('./AskRelative.tsx').then((module) => module.AskRelative));

/** Lets the customer ask somebody else to pay: `ask` opens the dialog with the link, `view` says what became of it. */
export function useAskRelative(asking: Omit<AskRelativeProps, 'dialog'>): {
  ask: () => void;
  view: ReactNode;
} {
  const dialog = useDialogUrl('proche');
  return { ask: () => dialog.open(), view: <AskRelative {...asking} dialog={dialog} /> };
}
