import { useEffect, useEffectEvent, useRef } from 'react';
import { useDialogAddress } from '../ui/dialog/use-dialog-address.ts';
import type { PaymentControl } from './use-payment.ts';

/** Syncs the payment dialog with the address: the phone's back button closes it, a reload does not reopen it. */
export function usePaymentAddress({ inDialog, dismiss }: Pick<PaymentControl, 'inDialog' | 'dismiss'>) {
  const { opened, open, close } = useDialogAddress('paiement');
  const asked = useRef(false);
  const seen = useRef(false);
  const onClosed = useEffectEvent(dismiss);

  useEffect(() => {
    if (inDialog && !asked.current) {
      asked.current = true;
      open();
    } else if (inDialog && opened) {
      seen.current = true;
    } else if (inDialog && seen.current) {
      // Closed by the button or by going back.
      asked.current = false;
      seen.current = false;
      onClosed();
    } else if (!inDialog && opened) {
      asked.current = false;
      seen.current = false;
      close();
    }
  }, [inDialog, opened, open, close]);

  return { opened: inDialog && opened, close };
}
