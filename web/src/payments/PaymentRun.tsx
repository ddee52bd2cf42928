import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { randomName } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import type { PaymentRequest } from './api.ts';
import { ChooseMeans } from './choosing/ChooseMeans.tsx';
import { removeMeans } from './choosing/means-draft.ts';
import { AskAgain } from './ongoing/AskAgain.tsx';
import { PaymentCards } from './ongoing/PaymentCards.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { PaymentNotice } from './PaymentNotice.tsx';
import { type PaymentInput, usePayment } from './use-payment.ts';
import { usePaymentUrl } from './use-payment-url.ts';

/** The same order has a payment that is open or under review: paying is a secondary action. */
export type Held = 'open' | 'review' | null;

export type PaymentRunProps = PaymentInput & {
  /** What is to be paid now, if anything. */
  pending: PaymentRequest | null;
  /** Called when the portal is open, the payment is already made, or a confirmation is shown. */
  onOpened: () => void;
  /** Called when the payment cannot be opened. */
  onRefused: (error: unknown) => void;
  onHeld: (held: Held) => void;
  /** Called when the customer goes to the order they have already paid. */
  onAlreadyPaid?: () => void;
};

type Choosing = { request: PaymentRequest; choices: PaymentChoice[] };

/** One payment: its notice, and the dialog with the portal. Loaded by `usePay`. */
export function PaymentRun(props: PaymentRunProps) {
  const { pending, onOpened, onRefused, onHeld, onAlreadyPaid, ...input } = props;
  const { personId, purpose, basketId } = input;
  const payment = usePayment({
    ...input,
    onPaid: (paid) => {
      removeMeans(personId);
      input.onPaid(paid);
    },
  });
  const { stage, review } = payment;
  const [asked, setAsked] = useState<{ request: PaymentRequest; refusal: ApiError } | null>(null);

  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const question = choosing !== null ? 'moyen' : asked !== null ? 'encore' : null;
  const { shown, close } = usePaymentUrl(payment.inDialog ? '1' : question, () => {
    if (payment.inDialog) return payment.dismiss();
    setChoosing(null);
    setAsked(null);
  });

  const pay = async (request: PaymentRequest) => {
    try {
      const choices = await payment.pay(request);
      if (choices !== undefined) setChoosing({ request, choices });
      onOpened();
    } catch (error) {
      if (!(error instanceof ApiError) || !needsConfirmation(error, request)) return onRefused(error);
      setAsked({ request, refusal: error });
      onOpened();
    }
  };
  const startPayment = useEffectEvent(pay);
  useEffect(() => {
    if (pending !== null) void startPayment(pending);
  }, [pending]);

  const isOpen = stage.is === 'verifying' || stage.is === 'unconfirmed';
  const held = isOpen ? 'open' : review === null ? null : 'review';
  const tellHeld = useEffectEvent(onHeld);
  // Before the notice is painted: « Payer » must not be beside it.
  useLayoutEffect(() => tellHeld(held), [held]);

  const isRunning = stage.is === 'opening' || stage.is === 'verifying';
  useEffect(() => {
    if (!isRunning) return;
    const name = toast.loading('Paiement en cours…');
    return () => toast.dismiss(name);
  }, [isRunning]);

  return (
    <>
      {shown === '1' ? null : <PaymentNotice payment={payment} />}
      {basketId === undefined ? null : <PaymentCards except={basketId} />}
      <PaymentDialog payment={payment} opened={shown === '1'} onClose={close} />
      <ChooseMeans
        paying={{ personId, purpose }}
        choices={shown === 'moyen' && choosing !== null ? choosing.choices : null}
        onClose={close}
        onChosen={(means) => {
          if (choosing === null) return;
          setChoosing(null);
          void pay({ ...choosing.request, ...means });
        }}
      />
      <AskAgain
        refusal={shown === 'encore' && asked !== null ? asked.refusal : null}
        onClose={close}
        onAgain={() => {
          if (asked === null) return;
          const { request, refusal } = asked;
          setAsked(null);
          // A second order needs a basket of its own.
          const isSecond = refusal.code === 'ALREADY_PAID';
          void pay({ ...request, again: true, ...(isSecond && { basketId: randomName() }) });
        }}
        onLeave={() => onAlreadyPaid?.()}
      />
    </>
  );
}

/** A new order can be paid again after a confirmation; an existing order is paid once. */
function needsConfirmation({ code }: ApiError, request: PaymentRequest): boolean {
  return code === 'PAYMENT_UNDER_REVIEW' || (code === 'ALREADY_PAID' && request.orderId == null);
}
