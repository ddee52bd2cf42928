import { lazy, Suspense, useRef } from 'react';
import { PaymentNotice } from './PaymentNotice.tsx';
import type { PaymentControl } from './use-payment.ts';
import { usePaymentAddress } from './use-payment-address.ts';

const PaymentDialog = lazy(() => import('./PaymentDialog.tsx'));

/** What a screen shows of a payment: a notice in its place, and the dialog with the portal, fetched when first needed. */
export function PaymentFlow({ payment }: { payment: PaymentControl }) {
  const { opened, close } = usePaymentAddress(payment);
  const wanted = useRef(false);
  wanted.current ||= payment.inDialog;
  return (
    <>
      {opened ? null : <PaymentNotice payment={payment} />}
      {wanted.current ? (
        <Suspense fallback={null}>
          <PaymentDialog payment={payment} opened={opened} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
