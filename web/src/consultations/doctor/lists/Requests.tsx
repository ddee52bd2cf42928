import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router';
import { countOf } from '../../../lib/format.ts';
import type { List } from '../../../lib/lists.ts';
import { ActionButton, Cell, Row, RowActions, RowLink, Rows } from '../../../ui/rows.tsx';
import { DateTime } from '../../../ui/text.tsx';
import { useAccept } from '../api.ts';
import styles from '../doctor.module.css';
import type { useOpenChat } from '../use-open-chat.ts';

type Props = Pick<ReturnType<typeof useOpenChat>, 'openId' | 'linkTo'> & {
  list: List;
  requests: readonly ChatSummary[];
};

/** The requests that no doctor has accepted, oldest first. */
export function Requests({ list, requests, openId, linkTo }: Props) {
  return (
    <section className={styles.section} aria-label="Demandes en attente">
      <div className={styles.heading}>
        <Title order={2} size="h3">
          Demandes en attente
        </Title>
        <span role="status" className={styles.quiet}>
          {requests.length > 0 ? countOf(requests.length, 'demande') : null}
        </span>
      </div>
      {requests.length === 0 ? (
        <Text c="dimmed">Aucune demande en attente.</Text>
      ) : (
        <Rows label="Demandes en attente" list={list} columns="minmax(0, 1fr) auto">
          {requests.map((request) => (
            <RequestRow
              key={request._id}
              request={request}
              isCurrent={request._id === openId}
              linkTo={linkTo}
            />
          ))}
        </Rows>
      )}
    </section>
  );
}

type RowProps = Pick<Props, 'linkTo'> & { request: ChatSummary; isCurrent: boolean };

function RequestRow({ request, isCurrent, linkTo }: RowProps) {
  const { _id: id, patientName, initialMessage, createdAt, allowedActions } = request;
  const accept = useAccept();
  const navigate = useNavigate();
  const open = () => {
    const { to, ...options } = linkTo(id);
    navigate(to, options);
  };
  return (
    <Row isCurrent={isCurrent} className={styles.row}>
      <Cell>
        <RowLink id={id} {...linkTo(id)} aria-current={isCurrent ? 'true' : undefined}>
          {patientName}
        </RowLink>
        <p className={styles.excerpt} data-lines="3">
          {initialMessage}
        </p>
      </Cell>
      <Cell card="half" quiet>
        <DateTime at={createdAt} />
      </Cell>
      {allowedActions.includes('accept') ? (
        <RowActions>
          <ActionButton
            variant="filled"
            className={styles.accept}
            word="Accepter"
            name={patientName}
            loading={accept.isPending}
            onClick={() => accept.mutate(id, { onSuccess: open })}
          />
        </RowActions>
      ) : null}
    </Row>
  );
}
