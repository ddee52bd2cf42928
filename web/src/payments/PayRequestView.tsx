import { formatMoney } from '@amasin/domain/contract/format.ts';
import { type PayLinkState, payLinkLabels } from '@amasin/domain/payments/pay-link.ts';
import type { PayRequest, ShownContent } from '@amasin/domain/payments/pay-request.ts';
import { Button, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconHourglass,
  IconInfoCircle,
  IconShieldSearch,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { contact } from '../lib/contact.ts';
import { formatMoment, formatPhone, telephoneUrl } from '../lib/format.ts';
import { keys } from '../lib/keys.ts';
import { GUEST } from '../lib/stored.ts';
import { useNow } from '../lib/use-now.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Money } from '../ui/text.tsx';
import type { Means } from './api.ts';
import { MeansForm, storedMeans } from './ChooseMeans.tsx';
import { followPayLink, payByLink, readPayLink } from './pay-link-api.ts';
import styles from './payments.module.css';
import { ReceivedLines } from './received.tsx';

// Whoever only follows what was paid needs no portal.
const Portal = lazyWithRetry(() => import('./portals.tsx').then((module) => module.Portal), { height: 240 });

/** What is asked changes rarely: prices, the customer who withdraws it, the steps of its delivery. */
const RELOAD_MS = 30_000;
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 15_000;

type ViewProps = {
  token: string;
  /** The payment that was opened here, so that it is found again after the provider's page. */
  transactionId: string | null;
  onOpened: (transactionId: string) => void;
};

/** What somebody asks another person to pay, and then what becomes of it: for people without an account. */
export function PayRequestView(props: ViewProps) {
  const query = useQuery({
    queryKey: keys.payments.of('request', props.token),
    queryFn: () => readPayLink(props.token),
    refetchInterval: RELOAD_MS,
  });
  const { data, error } = query;
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState title="Lien inconnu" titleOrder={1} pictogram="moon">
        {error.message}
      </EmptyState>
    );
  if (data === undefined) return <QueryState query={query} rows={3} height={96} />;
  return <Asked request={data} {...props} />;
}

function Asked({ request, token, transactionId, onOpened }: ViewProps & { request: PayRequest }) {
  const now = useNow();
  const { asker, amount, until, state, received, content } = request;
  const status = useFollowed(token, transactionId);
  return (
    <div className={styles.request}>
      <header>
        <Title order={1} size="h3">{`${asker.firstName} (${asker.phone}) vous demande de payer`}</Title>
        <Money amount={amount} total />
        {state === 'open' ? (
          <Text c="dimmed">{`Jusqu’au ${formatMoment(new Date(until), now)}.`}</Text>
        ) : null}
      </header>
      {received.length === 0 ? null : <ReceivedLines received={received} />}
      {state === 'open' ? (
        <ToPay request={request} token={token} status={status} onOpened={onOpened} />
      ) : (
        <Outcome state={state} name={asker.firstName} />
      )}
      {content === undefined ? null : <Content content={content} amount={amount} />}
    </div>
  );
}

type Status = Awaited<ReturnType<typeof followPayLink>>['status'] | null;

/** How the payment that was opened here goes: the provider is asked while it is pending. */
function useFollowed(token: string, transactionId: string | null): Status {
  const queries = useQueryClient();
  const { data = null } = useQuery({
    queryKey: [...keys.payments.of('request', token), transactionId],
    queryFn: async () => {
      const { payRequest, status } = await followPayLink(token, transactionId ?? '');
      queries.setQueryData(keys.payments.of('request', token), payRequest);
      return status;
    },
    enabled: transactionId !== null,
    refetchInterval: ({ state }) =>
      state.data === 'pending'
        ? Math.min(FIRST_PAUSE_MS * 1.5 ** state.dataUpdateCount, LONGEST_PAUSE_MS)
        : false,
  });
  return transactionId === null ? null : data;
}

type ToPayProps = Pick<ViewProps, 'token' | 'onOpened'> & { request: PayRequest; status: Status };

function ToPay({ request, token, status, onOpened }: ToPayProps) {
  const queries = useQueryClient();
  const [changed, setChanged] = useState<number | null>(null);
  const amount = changed ?? request.amount;
  const pay = useMutation({
    mutationFn: (means: Means) => payByLink(token, amount, means),
    onSuccess: ({ transactionId }) => onOpened(transactionId),
    onError: (error) => {
      setChanged(newTotalOf(error));
      void queries.invalidateQueries({ queryKey: keys.payments.of('request', token) });
    },
  });
  const close = () => {
    pay.reset();
    void queries.invalidateQueries({ queryKey: keys.payments.of('request', token) });
  };
  const action = `Payer ${formatMoney(amount)}`;
  const { choices } = request;
  return (
    <>
      {status === 'pending' ? (
        <Notice tone="amber" icon={IconHourglass} role="status" title="Paiement en cours">
          Votre opérateur n’a pas encore confirmé. Cette page le dira : ne payez pas une deuxième fois.
        </Notice>
      ) : null}
      {status === 'failed' ? (
        <Notice tone="red" icon={IconAlertTriangle} role="alert">
          Le paiement n’a pas abouti. Vous pouvez essayer encore.
        </Notice>
      ) : null}
      {pay.error === null ? null : (
        <Notice tone={changed === null ? 'red' : 'amber'} icon={IconAlertTriangle} role="alert">
          {changed === null
            ? messageOf(pay.error)
            : `Le montant a changé : ${formatMoney(changed)} au lieu de ${formatMoney(request.amount)}.`}
        </Notice>
      )}
      {choices === undefined ? (
        <Button size="md" fullWidth loading={pay.isPending} onClick={() => pay.mutate({})}>
          {action}
        </Button>
      ) : (
        <MeansForm
          personId={GUEST}
          purpose="link"
          choices={choices}
          action={action}
          isSending={pay.isPending}
          onChosen={(means) => {
            storedMeans.remove(GUEST);
            pay.mutate(means);
          }}
        />
      )}
      <Text size="sm" c="dimmed">
        Ne payez que si vous connaissez cette personne. Si la commande est annulée, l’argent revient sur le
        compte qui a payé.
      </Text>
      <ResponsiveDialog opened={pay.data !== undefined} onClose={close} title={action} hasForm>
        {pay.data === undefined ? null : (
          <Portal
            opened={pay.data}
            name={(transactionId, named) => followPayLink(token, transactionId, named)}
            onSuccess={close}
            onClose={close}
          />
        )}
      </ResponsiveDialog>
    </>
  );
}

/** The sum that the server asks now, of a refusal for another amount. */
function newTotalOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'AMOUNT_CHANGED') return null;
  const { quote } = (error.body ?? {}) as { quote?: { total?: number } };
  return quote?.total ?? null;
}

const steps: readonly PayLinkState[] = ['paid', 'prepared', 'on-the-way', 'handed-over'];

/** What became of what was asked. */
function Outcome({ state, name }: { state: PayLinkState; name: string }) {
  const step = steps.indexOf(state);
  if (step >= 0)
    return (
      <ol className={styles.progress} aria-label="Où en est la commande">
        {steps.map((one, place) => (
          <li
            key={one}
            data-done={place < step || undefined}
            aria-current={place === step ? 'step' : undefined}
          >
            {payLinkLabels[one]}
          </li>
        ))}
      </ol>
    );
  if (state === 'checking')
    return (
      <Notice tone="amber" icon={IconShieldSearch} role="status" title={payLinkLabels.checking}>
        <span>De l’argent est arrivé. Notre équipe le vérifie : ne payez pas une deuxième fois.</span>
        <Button component="a" href={telephoneUrl(contact.phone) ?? ''} fullWidth>
          {formatPhone(contact.phone)}
        </Button>
      </Notice>
    );
  const isElsewhere = state === 'elsewhere';
  return (
    <Notice
      tone={isElsewhere ? 'teal' : 'neutral'}
      icon={isElsewhere ? IconCircleCheck : IconInfoCircle}
      role="status"
      title={payLinkLabels[state]}
    >
      {isElsewhere
        ? 'Il n’y a plus rien à payer.'
        : state === 'cancelled'
          ? 'Il n’y a rien à payer.'
          : `Rien n’est à payer par ce lien. ${name} peut en envoyer un autre.`}
    </Notice>
  );
}

/** The medicines and the amounts of the receipt, which the customer shows. */
function Content({ content, amount }: { content: ShownContent; amount: number }) {
  const now = useNow();
  const { lines, deliveryFee, commission, reduction, number, paidAt } = content;
  return (
    <section aria-label="Reçu">
      <Title order={2} size="h4">
        {number === null ? 'Ce que contient la commande' : `Commande ${number}`}
      </Title>
      {paidAt === null ? null : <Text c="dimmed">{`Payée le ${formatMoment(new Date(paidAt), now)}`}</Text>}
      <dl className={styles.lines}>
        {lines.map(({ label, quantity, price }) => (
          <Line key={label} label={`${quantity} × ${label}`} amount={quantity * price} />
        ))}
        <Line label="Commission (10 %)" amount={commission} />
        <Line label="Livraison" amount={deliveryFee} />
        {reduction === 0 ? null : <Line label="Assurance" amount={-reduction} />}
        <Line label="Total" amount={amount} />
      </dl>
    </section>
  );
}

function Line({ label, amount }: { label: string; amount: number }) {
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}
