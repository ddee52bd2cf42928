import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { INVALID_MONEY_PHONE, operatorLabels, readMoneyPhone } from '@amasin/domain/payments/operators.ts';
import { Button, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../lib/api-error.ts';
import { formatPhone } from '../lib/format.ts';
import { randomName, readStored, store } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import { useSession } from '../session/session-context.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import type { Means, PaymentRequest } from './api.ts';
import { PaymentCards, PendingCard, ReviewCard } from './PaymentCards.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import styles from './payments.module.css';
import { problems } from './poll-payment.ts';
import { type PaymentControl, type PaymentInput, usePayment } from './use-payment.ts';

const MEANS = 'means';

/** Whose payment, and of what: an order, or `new`. */
export type Paying = { personId: string; purpose: string };

/** The operator that was chosen and the number as typed; null until there is one. */
type MeansDraft = Pick<PaymentChoice, 'provider' | 'operator'> & { phone: string };

export function readMeans({ personId, purpose }: Paying): MeansDraft | null {
  const stored = readStored(personId, MEANS) as Partial<MeansDraft & Paying> | null;
  return stored?.purpose === purpose && typeof stored.phone === 'string' ? (stored as MeansDraft) : null;
}

/**
 * Stored on the device, because the question is asked again after a failed request or a reload; until it has paid, another order
 * is paid for, or the person signs out. One at a time: it may be the number of somebody else.
 */
export function storeMeans({ personId, purpose }: Paying, means: MeansDraft): void {
  store(personId, MEANS, { ...means, purpose });
}

export const removeMeans = (personId: string) => store(personId, MEANS, null);

type Props = { paying: Paying; choices: readonly PaymentChoice[]; onChosen: (means: Means) => void };

/** The operators and pages to choose from, and the number that pays. */
export function MeansForm({ paying, choices, onChosen }: Props) {
  const { user } = useSession();
  const [before] = useState(() => readMeans(paying));
  const [chosen, setChosen] = useState(
    () =>
      choices.find(
        ({ provider, operator }) => provider === before?.provider && operator === before.operator,
      ) ?? null,
  );
  // Often not the account's: many have two SIM cards.
  const [typed, setTyped] = useState(() => before?.phone ?? formatPhone(user?.phone ?? ''));
  const [problem, setProblem] = useState<'choice' | 'phone' | null>(null);

  const hasOperators = choices.some(({ operator }) => operator !== null);
  const change = (choice: PaymentChoice, phone: string) => {
    setChosen(choice);
    setTyped(phone);
    setProblem(null);
    storeMeans(paying, { provider: choice.provider, operator: choice.operator, phone });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form within the page's own: its submit must not reach it.
    event.stopPropagation();
    if (chosen === null) return setProblem('choice');
    const { provider, operator, takesPhone } = chosen;
    const payingPhone = takesPhone ? readMoneyPhone(typed) : null;
    if (takesPhone && payingPhone === null) return setProblem('phone');
    onChosen({ provider, operator, payingPhone });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <fieldset
        className={styles.choices}
        aria-describedby={problem === 'choice' ? 'choice-problem' : undefined}
      >
        <legend className={styles.legend}>
          {hasOperators ? 'Votre opérateur' : 'Votre moyen de paiement'}
        </legend>
        {choices.map((choice, index) => (
          <label key={`${choice.provider} ${choice.operator}`} className={styles.choice}>
            <input
              type="radio"
              name="means"
              className={styles.radio}
              data-autofocus={index === 0 ? true : undefined}
              checked={choice === chosen}
              onChange={() => change(choice, typed)}
            />
            <span>{nameOf(choice, hasOperators)}</span>
          </label>
        ))}
        {problem === 'choice' ? (
          <p id="choice-problem" role="alert" className={styles.problem}>
            {`Choisissez ${hasOperators ? 'votre opérateur' : 'un moyen de paiement'}`}
          </p>
        ) : null}
      </fieldset>
      {chosen?.takesPhone ? (
        <TextInput
          label="Numéro qui paie"
          description="Il peut être différent de celui de votre compte."
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={typed}
          error={problem === 'phone' ? INVALID_MONEY_PHONE : null}
          onChange={({ currentTarget }) => change(chosen, currentTarget.value)}
        />
      ) : null}
      <Button type="submit" size="md" fullWidth>
        Continuer
      </Button>
    </form>
  );
}

function nameOf({ operator, label }: PaymentChoice, hasOperators: boolean): string {
  if (operator !== null) return operatorLabels[operator];
  return hasOperators
    ? `Carte ou autre moyen, avec ${label}`
    : `Mobile money, carte ou autre moyen, avec ${label}`;
}

type ChooseMeansProps = {
  paying: Paying;
  /** Null when closed. */
  choices: readonly PaymentChoice[] | null;
  onClose: () => void;
  onChosen: (means: Means) => void;
};

/** Asks for the operator, and for the number that pays. */
export function ChooseMeans({ paying, choices, onClose, onChosen }: ChooseMeansProps) {
  return (
    <ResponsiveDialog
      opened={choices !== null}
      onClose={onClose}
      title="Comment payez-vous ?"
      size="sm"
      hasForm
    >
      {choices === null ? null : <MeansForm paying={paying} choices={choices} onChosen={onChosen} />}
    </ResponsiveDialog>
  );
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
export function AskAgain({ refusal, onClose, onAgain, onLeave }: AskAgainProps) {
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

function orderOf(body: unknown): { _id: string; number: string } | null {
  const { order } = body as { order?: { _id: string; number: string } };
  return order ?? null;
}

/** The state of a payment while the dialog is closed; nothing without a payment. */
export function PaymentNotice({ payment: control }: { payment: PaymentControl }) {
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
