import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api/api-error.ts';
import { randomName } from '../lib/storage/storage.ts';
import { toast } from '../lib/toast/toast.tsx';
import type { PaymentRequest } from './api.ts';
import { AskAgain } from './ongoing/AskAgain.tsx';
import { PaymentCards } from './ongoing/PaymentCards.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { PaymentNotice } from './PaymentNotice.tsx';
import { type PaymentInput, usePayment } from './use-payment.ts';
import { usePaymentAddress } from './use-payment-address.ts';

/** A payment of the same is open, or under review: paying is not the first thing to do. */
export type Held = 'open' | 'review' | null;

export type PaymentRunProps = PaymentInput & {
  /** What shall be paid now; null while nothing is asked. */
  wanted: PaymentRequest | null;
  /** The portal is open, the payment turned out to be made, or something is asked first. */
  onOpened: () => void;
  /** The server's refusal to open it. */
  onRefused: (error: unknown) => void;
  onHeld: (held: Held) => void;
  /** The customer leaves for the order that they have paid already. */
  onAlreadyPaid?: () => void;
};

/** One payment as a screen shows it: a notice in its place, and the dialog with the portal. Loaded through `usePay`. */
export function PaymentRun(props: PaymentRunProps) {
  const { wanted, onOpened, onRefused, onHeld, onAlreadyPaid, ...input } = props;
  const payment = usePayment(input);
  const { stage, review } = payment;
  const { opened, close } = usePaymentAddress(payment);
  const [asked, setAsked] = useState<{ request: PaymentRequest; refusal: ApiError } | null>(null);

  const pay = async (request: PaymentRequest) => {
    try {
      await payment.pay(request);
      onOpened();
    } catch (error) {
      if (!(error instanceof ApiError) || !isQuestion(error, request)) return onRefused(error);
      setAsked({ request, refusal: error });
      onOpened();
    }
  };
  const latest = useRef({ pay, onHeld });
  latest.current = { pay, onHeld };

  useEffect(() => {
    if (wanted !== null) void latest.current.pay(wanted);
  }, [wanted]);

  const isOpen = stage.is === 'verifying' || stage.is === 'unconfirmed';
  const held = isOpen ? 'open' : review === null ? null : 'review';
  useEffect(() => latest.current.onHeld(held), [held]);

  const isRunning = stage.is === 'opening' || stage.is === 'verifying';
  useEffect(() => {
    if (!isRunning) return;
    const name = toast.loading('Paiement en cours…');
    return () => toast.dismiss(name);
  }, [isRunning]);

  return (
    <>
      {opened ? null : <PaymentNotice payment={payment} />}
      {input.basketId === undefined ? null : <PaymentCards except={input.basketId} />}
      <PaymentDialog payment={payment} opened={opened} onClose={close} />
      <AskAgain
        refusal={asked?.refusal ?? null}
        onClose={() => setAsked(null)}
        onAgain={() => {
          if (asked === null) return;
          const { request, refusal } = asked;
          setAsked(null);
          // What was paid stays paid under its name: a second order is another basket.
          const isSecond = refusal.code === 'ALREADY_PAID';
          void pay({ ...request, again: true, ...(isSecond && { basketId: randomName() }) });
        }}
        onLeave={() => {
          setAsked(null);
          onAlreadyPaid?.();
        }}
      />
    </>
  );
}

/** An order that is already there is paid once: only a basket may be bought again. */
function isQuestion({ code }: ApiError, request: PaymentRequest): boolean {
  return code === 'PAYMENT_UNDER_REVIEW' || (code === 'ALREADY_PAID' && request.orderId == null);
}
