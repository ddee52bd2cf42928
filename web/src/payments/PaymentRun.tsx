import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../lib/api-error.ts';
import { randomName } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import type { PaymentRequest } from './api.ts';
import { ChooseMeans, storedMeans } from './ChooseMeans.tsx';
import { PaymentCards, PendingCard, ReviewCard } from './PaymentCards.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import styles from './payments.module.css';
import { problems } from './poll-payment.ts';
import { type PaymentControl, type PaymentInput, usePayment } from './use-payment.ts';

/** The same order has a payment that is open or under review: paying is a secondary action. */
export type Held = 'open' | 'review' | null;

export type PaymentRunProps = PaymentInput & {
  /** The payment to open, if any. */
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
      storedMeans.remove(personId);
      input.onPaid(paid);
    },
  });
  const { stage, review } = payment;
  const [asked, setAsked] = useState<{ request: PaymentRequest; refusal: ApiError } | null>(null);
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const question = choosing !== null ? 'moyen' : asked !== null ? 'encore' : null;
  const { shown, close } = usePaymentUrl(payment.inDialog ? PORTAL : question, () => {
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
      {shown === PORTAL ? null : <PaymentNotice payment={payment} />}
      {basketId === undefined ? null : <PaymentCards except={basketId} />}
      <PaymentDialog payment={payment} opened={shown === PORTAL} onClose={close} />
      <ChooseMeans
        personId={personId}
        purpose={purpose}
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

type AskAgainProps = {
  /** ALREADY_PAID or PAYMENT_UNDER_REVIEW; null when closed. */
  refusal: ApiError | null;
  onClose: () => void;
  onAgain: () => void;
  /** Called when the customer goes to the paid order, in place of this question in the history. */
  onLeave: () => void;
};

/** Asks for a confirmation before a basket is paid a second time. */
function AskAgain({ refusal, onClose, onAgain, onLeave }: AskAgainProps) {
  const paid = refusal === null ? null : orderOf(refusal.body);
  return (
    <ResponsiveDialog
      opened={refusal !== null}
      onClose={onClose}
      title={paid === null ? 'Payer une deuxième fois ?' : 'Cette commande est déjà payée'}
      size="sm"
    >
      <div className={styles.ask}>
        <Text c="dimmed">
          {paid === null
            ? 'Nous vérifions déjà un paiement de cette commande. Si vous payez encore, vous serez débité une deuxième fois ; ce qui est de trop vous sera remboursé.'
            : `Vous avez payé ces médicaments avec la commande ${paid.number}.`}
        </Text>
        {paid === null ? (
          <Button fullWidth data-autofocus onClick={onClose}>
            Ne pas payer
          </Button>
        ) : (
          <Button
            component={Link}
            to={`/tracking?order=${paid._id}`}
            replace
            fullWidth
            data-autofocus
            onClick={onLeave}
          >
            Voir la commande
          </Button>
        )}
        <Button fullWidth variant="default" onClick={onAgain}>
          {paid === null ? 'Payer quand même' : 'Commander une deuxième fois'}
        </Button>
      </div>
    </ResponsiveDialog>
  );
}

/** The order that the basket has paid, as the refusal names it; null where a proxy has answered instead. */
function orderOf(body: unknown): { _id: string; number: string } | null {
  const { order } = (body ?? {}) as { order?: { _id: string; number: string } };
  return order ?? null;
}

/** The state of a payment while the dialog is closed; nothing without a payment. */
function PaymentNotice({ payment: control }: { payment: PaymentControl }) {
  const { stage, problem, review, verify } = control;
  if (stage.is === 'verifying') {
    return (
      <Notice tone="neutral" icon={IconHourglass} role="status">
        Paiement en cours de vérification…
      </Notice>
    );
  }
  if (stage.is === 'unconfirmed') {
    const { payment, failure } = stage;
    return (
      <PendingCard amount={payment.amount} onVerify={verify}>
        {failure === undefined ? null : <span>{failure}</span>}
      </PendingCard>
    );
  }
  if (review !== null) return <ReviewCard payment={review} />;
  if (problem === null || problem.is === 'aside') return null;
  return (
    <Notice tone="red" icon={IconAlertTriangle} role="alert">
      {problems[problem.is]}
    </Notice>
  );
}

/** The value in the URL while the portal is open. */
const PORTAL = '1';

/** A dialog of a payment, by its value in the URL: the portal, how to pay, whether to pay again. */
type PaymentStep = typeof PORTAL | 'moyen' | 'encore';

/**
 * Syncs the dialogs of a payment with the URL: the phone's back button closes them, a reload does not reopen them.
 * @param wanted the dialog to show; the next one is opened once the URL of the previous one is left
 * @param onClosed called when the customer closes it
 */
function usePaymentUrl(wanted: PaymentStep | null, onClosed: () => void) {
  const { value, open, close } = useDialogUrl('paiement');
  const phase = useRef<'closed' | 'asked' | 'open'>('closed');
  const shown = useRef<PaymentStep | null>(null);
  const tellClosed = useEffectEvent(onClosed);

  useEffect(() => {
    if (value !== null && value === wanted && phase.current !== 'closed') {
      phase.current = 'open';
      shown.current = wanted;
    } else if (value !== null) {
      // Reloaded, or the URL of the previous dialog.
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
      // Nothing is wanted any more.
      phase.current = 'closed';
    }
  }, [wanted, value, open, close]);

  return { shown: value === wanted ? wanted : null, close };
}
