import { formatMoney } from '@amasin/domain/contract/format.ts';
import { type RefundSummary, refundLabel } from '@amasin/domain/orders/refund.ts';
import type { OngoingPayment, Payment } from '@amasin/domain/payments/payment.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconHourglass, IconPhone, IconShieldSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { contact } from '../lib/contact.ts';
import { formatPhone, telephoneUrl } from '../lib/format.ts';
import { invalidate } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useOngoingPayments } from './api.ts';
import { NO_ANSWER, pollOnce, problems } from './poll-payment.ts';

type Props = {
  amount: number;
  isVerifying?: boolean;
  onVerify: () => void;
  /** Why the last verification could not be made. */
  children?: ReactNode;
};

/** A payment that the operator has not confirmed. */
export function PendingCard({ amount, isVerifying = false, onVerify, children }: Props) {
  return (
    <Notice tone="amber" icon={IconHourglass} role="status" title="Paiement en cours">
      <span>{`Votre paiement de ${formatMoney(amount)} n’est pas confirmé. Si vous avez été débité, votre commande sera mise à jour automatiquement.`}</span>
      {children}
      <Button fullWidth loading={isVerifying} onClick={onVerify}>
        Vérifier le paiement
      </Button>
    </Notice>
  );
}

/** « Remboursement de 4 500 F en cours », then « effectué ». */
export function RefundCard({ refund: { amount, state } }: { refund: RefundSummary }) {
  return (
    <Notice
      tone={state === 'done' ? 'teal' : 'blue'}
      icon={IconArrowBackUp}
      role="status"
      title={`Remboursement de ${formatMoney(amount)} ${refundLabel(state)}`}
    >
      {state === 'done'
        ? 'L’argent est rendu sur le compte qui a payé.'
        : 'L’argent revient sur le compte qui a payé. Vous n’avez rien à faire.'}
    </Notice>
  );
}

/** A payment under review: the reason, its number, and the phone number of support. */
export function ReviewCard({ payment }: { payment: Payment }) {
  const { title, text } = describe(payment);
  return (
    <Notice tone="amber" icon={IconShieldSearch} role="status" title={title}>
      <span>{text}</span>
      <span style={{ overflowWrap: 'anywhere' }}>{`Numéro : ${payment.transactionId}`}</span>
      <Button
        component="a"
        href={telephoneUrl(contact.phone) ?? ''}
        aria-label={`Appeler le ${formatPhone(contact.phone)}`}
        fullWidth
        leftSection={<IconPhone size={20} stroke={1.75} aria-hidden="true" />}
      >
        {formatPhone(contact.phone)}
      </Button>
    </Notice>
  );
}

const CHECKED = 'Notre équipe le vérifie et vous appelle : ne payez pas une deuxième fois.';

function describe({ amount, reviewReason, byLink }: Payment): { title: string; text: string } {
  const checked = (text: string) => ({ title: 'Paiement à vérifier', text: `${text} ${CHECKED}` });
  const back = byLink
    ? 'Notre équipe le rend au numéro qui a payé.'
    : 'Notre équipe vous appelle pour vous le rembourser.';
  const refund = (text: string) => ({ title: 'Paiement à rembourser', text: `${text} ${back}` });
  const paid = `${byLink ? 'Le paiement de votre proche,' : 'Votre paiement de'} ${formatMoney(amount)}${byLink ? ',' : ''}`;
  switch (reviewReason) {
    case 'amount':
      return checked(
        `L’opérateur confirme votre paiement, mais pas le montant dû de ${formatMoney(amount)}.`,
      );
    case 'reference':
      return checked(
        'L’opérateur confirme votre paiement, mais sa référence manque ou appartient à un autre paiement.',
      );
    case 'paid-twice':
      return refund(`${paid} est arrivé, mais la commande était déjà payée par un autre paiement.`);
    case 'prescription-changed':
      return refund(
        `${paid} est arrivé, mais l’ordonnance avait changé ou n’était plus disponible : rien n’a été commandé.`,
      );
    case 'order-changed':
      return refund(`${paid} est arrivé, mais la commande avait changé ou était déjà payée.`);
    case 'customer-removed':
      return {
        title: 'Paiement à rembourser',
        text: `${paid} est arrivé après la suppression de votre compte : il doit vous être remboursé.`,
      };
    case undefined:
      return checked(`${paid} est arrivé.`);
  }
}

export type PaymentCardsProps = {
  /** Id of the order or basket whose payment the page itself shows. */
  except?: string | null;
};

/** The customer's payments that are pending, under review or refunded, from any device. */
export function PaymentCards({ except = null }: PaymentCardsProps) {
  const ongoing = useOngoingPayments() ?? [];
  return ongoing
    .filter(({ orderId, basketId }) => except === null || (orderId !== except && basketId !== except))
    .map((payment) =>
      payment.status === 'refunded' && payment.refund ? (
        <RefundCard key={payment.transactionId} refund={payment.refund} />
      ) : payment.status === 'review' ? (
        <ReviewCard key={payment.transactionId} payment={payment} />
      ) : (
        <OpenCard key={payment.transactionId} payment={payment} />
      ),
    );
}

function OpenCard({ payment }: { payment: OngoingPayment }) {
  return payment.byLink ? <RelativeCard payment={payment} /> : <OwnCard payment={payment} />;
}

/** Somebody else was asked by their operator; only they can answer. */
function RelativeCard({ payment: { amount, payingPhone } }: { payment: OngoingPayment }) {
  return (
    <Notice tone="blue" icon={IconHourglass} role="status" title="Un proche paie">
      {`${payingPhone ?? 'Votre proche'} doit confirmer ${formatMoney(amount)} sur son téléphone. Ne payez pas en même temps.`}
    </Notice>
  );
}

function OwnCard({ payment: { transactionId, amount } }: { payment: OngoingPayment }) {
  const queries = useQueryClient();
  const [isVerifying, setIsVerifying] = useState(false);
  const verify = async () => {
    setIsVerifying(true);
    const verdict = await pollOnce(transactionId);
    if (verdict.is === 'paid') {
      toast.success('Paiement confirmé');
      void invalidate(queries, 'orders');
    } else if (verdict.is === 'pending') toast.error(verdict.failure ?? NO_ANSWER);
    else if (verdict.is !== 'aside') toast.error(problems[verdict.is]);
    await invalidate(queries, 'payments');
    setIsVerifying(false);
  };
  return <PendingCard amount={amount} isVerifying={isVerifying} onVerify={() => void verify()} />;
}
