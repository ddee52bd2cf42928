import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { Button, Text, Title } from '@mantine/core';
import { DateTime } from '../../ui/text.tsx';
import { useAccept } from './api.ts';
import styles from './doctor.module.css';

/** A request that no doctor has accepted: the name and the whole first message. */
export function OpenRequest({ request }: { request: ChatSummary }) {
  const { _id: id, patientName, initialMessage, createdAt, allowedActions } = request;
  const accept = useAccept();
  return (
    <section className={styles.request} aria-label="Demande">
      <Title order={2} className={styles.name}>
        {patientName}
      </Title>
      <Text c="dimmed">
        Demande en attente · <DateTime at={createdAt} />
      </Text>
      <p className={styles.message}>{initialMessage}</p>
      {allowedActions.includes('accept') ? (
        <Button size="md" loading={accept.isPending} onClick={() => accept.mutate(id)}>
          Accepter
        </Button>
      ) : null}
    </section>
  );
}
