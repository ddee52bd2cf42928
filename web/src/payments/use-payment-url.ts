import { useEffect, useEffectEvent, useRef } from 'react';
import { useDialogUrl } from '../ui/dialog/use-dialog-url.ts';
import type { PaymentControl } from './use-payment.ts';

/** Syncs the payment dialog with the URL: the phone's back button closes it, a reload does not reopen it. */
export function usePaymentUrl({ inDialog, dismiss }: Pick<PaymentControl, 'inDialog' | 'dismiss'>) {
  const { opened, open, close } = useDialogUrl('paiement');
  const phase = useRef<'closed' | 'asked' | 'open'>('closed');
  const onClosed = useEffectEvent(dismiss);

  useEffect(() => {
    if (inDialog && phase.current === 'closed') {
      phase.current = 'asked';
      open();
    } else if (inDialog && opened) {
      phase.current = 'open';
    } else if (inDialog && phase.current === 'open') {
      // Closed by the button or by going back.
      phase.current = 'closed';
      onClosed();
    } else if (!inDialog && opened) {
      phase.current = 'closed';
      close();
    }
  }, [inDialog, opened, open, close]);

  return { opened: inDialog && opened, close };
}
