import { useEffect, useRef } from 'react';
import type { PaymentRequest } from './api.ts';
import { PaymentDialog } from './PaymentDialog.tsx';
import { PaymentNotice } from './PaymentNotice.tsx';
import { type PaymentInput, usePayment } from './use-payment.ts';
import { usePaymentAddress } from './use-payment-address.ts';

export type PaymentRunProps = PaymentInput & {
  /** What shall be paid now; null while nothing is asked. */
  wanted: PaymentRequest | null;
  /** The portal is open, or the payment turned out to be made. */
  onOpened: () => void;
  /** The server's refusal to open it. */
  onRefused: (error: unknown) => void;
};

/** One payment as a screen shows it: a notice in its place, and the dialog with the portal. Loaded through `usePay`. */
export function PaymentRun({ wanted, onOpened, onRefused, ...input }: PaymentRunProps) {
  const payment = usePayment(input);
  const { opened, close } = usePaymentAddress(payment);
  const latest = useRef({ pay: payment.pay, onOpened, onRefused });
  latest.current = { pay: payment.pay, onOpened, onRefused };

  useEffect(() => {
    if (wanted === null) return;
    latest.current.pay(wanted).then(
      () => latest.current.onOpened(),
      (error: unknown) => latest.current.onRefused(error),
    );
  }, [wanted]);

  return (
    <>
      {opened ? null : <PaymentNotice payment={payment} />}
      <PaymentDialog payment={payment} opened={opened} onClose={close} />
    </>
  );
}
