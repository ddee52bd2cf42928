import { formatNumber } from '@amasin/domain/contract/format.ts';
import { type FailedSms, smsEndpoints } from '@amasin/domain/sms/endpoints.ts';
import { smsFailureLabels, smsKindLabels } from '@amasin/domain/sms/kinds.ts';
import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { IconCircleCheck, IconClock, IconMail, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useChange } from '../lib/use-change.ts';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { PlainList } from '../ui/PlainList.tsx';
import { StatCard } from '../ui/StatCard.tsx';
import { DateTime } from '../ui/text.tsx';
import styles from './messages.module.css';

/** The messages of the last 24 hours by state, and the latest ones that did not arrive. */
export function useMessages() {
  return useQuery({
    queryKey: keys.sms.lists,
    queryFn: ({ signal }) => call(smsEndpoints.readSms, {}, { signal }),
    refetchOnWindowFocus: 'always',
  });
}

const FAILED = 'Erreur lors du chargement des messages';

/** Whether SMS arrive, and why those that do not. */
export function Messages() {
  const messages = useMessages();
  const { data, error, isError } = messages;
  if (data === undefined) return <QueryState query={messages} message={FAILED} rows={3} height={96} />;
  const { counts, failures, moments } = data;
  return (
    <Stack gap="md">
      {isError ? <p role="alert">{`${messageOf(error, FAILED)} Les chiffres peuvent dater.`}</p> : null}
      <section aria-labelledby="messages-day">
        <Title order={2} id="messages-day" mb="sm">
          SMS et WhatsApp, 24 dernières heures
        </Title>
        <div className={styles.counts}>
          <StatCard label="En attente" value={formatNumber(counts.queued)} icon={IconClock} />
          <StatCard label="Envoyés" value={formatNumber(counts.sent)} icon={IconMail} />
          <StatCard label="Reçus" value={formatNumber(counts.delivered)} icon={IconCircleCheck} />
          <StatCard label="Non reçus" value={formatNumber(counts.failed)} icon={IconX} />
        </div>
        <p className={styles.note}>
          {`Un message reste «\u00a0envoyé\u00a0» tant que le vendeur n’a pas dit qu’il est arrivé.${moments.length === 0 ? ' Les clients ne sont prévenus de rien par message.' : ''}`}
        </p>
        <TestMessage />
      </section>
      <section aria-labelledby="messages-failed">
        <Title order={2} id="messages-failed" mb="sm">
          Derniers messages non reçus
        </Title>
        {failures.length === 0 ? (
          <EmptyState title="Tous les messages sont partis" titleOrder={3}>
            Ceux qui n’arrivent pas sont listés ici pendant un mois.
          </EmptyState>
        ) : (
          <PlainList gap={8}>
            {failures.map((message) => (
              <Failure key={message._id} message={message} />
            ))}
          </PlainList>
        )}
      </section>
    </Stack>
  );
}

/** Sends one's own telephone an SMS, and says what the vendor answered. */
function TestMessage() {
  const sending = useMutation({ mutationFn: () => call(smsEndpoints.sendTestSms) });
  return (
    <Group mt="sm">
      <Button variant="default" onClick={() => sending.mutate()} loading={sending.isPending}>
        Envoyer un SMS d’essai
      </Button>
      <span role="status">
        {sending.isError
          ? messageOf(sending.error, 'Le SMS d’essai n’est pas parti')
          : sending.data === undefined
            ? 'À votre propre numéro.'
            : answerOf(sending.data)}
      </span>
    </Group>
  );
}

const answerOf = ({ reason, detail }: Pick<FailedSms, 'detail'> & { reason: FailedSms['reason'] | null }) =>
  reason === null ? 'Le vendeur l’a accepté : regardez votre téléphone.' : reasonOf({ reason, detail });

const reasonOf = ({ reason, detail }: Pick<FailedSms, 'reason' | 'detail'>) =>
  `${smsFailureLabels[reason]}${detail === null ? '.' : `\u00a0: «\u00a0${detail}\u00a0».`}`;

function Failure({ message }: { message: FailedSms }) {
  const { _id, kind, phone, reason, detail, order, at, canBeSentAgain } = message;
  const sendingAgain = useChange({
    resource: 'sms',
    mutationFn: () => call(smsEndpoints.resendSms, { params: { id: _id } }),
    done: 'Message remis en attente d’envoi',
    failed: 'Le message n’a pas été renvoyé',
  });
  return (
    <Paper component="li" withBorder p="md">
      <strong>{`${smsKindLabels[kind]}${order === null ? '' : ` · ${order}`}`}</strong>
      <div>
        <span>{`${phone} ·`}</span> <DateTime at={at} />
      </div>
      <div>{reasonOf({ reason, detail })}</div>
      {canBeSentAgain ? (
        <Button
          mt="xs"
          variant="default"
          onClick={() => sendingAgain.mutate(undefined)}
          loading={sendingAgain.isPending}
        >
          Renvoyer
        </Button>
      ) : null}
    </Paper>
  );
}
