import { useEffect, useEffectEvent, useRef } from 'react';
import { useDialogUrl } from '../ui/use-dialog-url.ts';

/** A dialog of a payment, by its value in the URL: the portal, how to pay, whether to pay again. */
type PaymentStep = '1' | 'moyen' | 'encore';

/**
 * Syncs the dialogs of a payment with the URL: the phone's back button closes them, a reload does not reopen them.
 * @param wanted the dialog to show; the next one is opened once the URL of the previous one is left
 * @param onClosed called when the customer closes it
 */
export function usePaymentUrl(wanted: PaymentStep | null, onClosed: () => void) {
  const { value, open, close } = useDialogUrl('paiement');
  const phase = useRef<'closed' | 'asked' | 'open'>('closed');
  const shown = useRef<PaymentStep | null>(null);
  const tellClosed = useEffectEvent(onClosed);

  useEffect(() => {
    if (value !== null && value === wanted && phase.current !== 'closed') {
      phase.current = 'open';
      shown.current = wanted;
    } else if (value !== null) {
      phase.current = 'closed';
      close();
    } else if (phase.current === 'open' && wanted === shown.current) {
      // Closed by the button or by going back.
      phase.current = 'closed';
      tellClosed();
    } else if (phase.current !== 'asked' && wanted !== null) {
      phase.current = 'asked';
      open(wanted);
    } else if (phase.current === 'open') {
      phase.current = 'closed';
    }
  }, [wanted, value, open, close]);

  return { shown: value === wanted ? wanted : null, close };
}
