import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { Text, Title } from '@mantine/core';
import { countOf } from '../../../lib/format.ts';
import type { List } from '../../../lib/lists.ts';
import { CountBadge, Tags } from '../../../ui/badges.tsx';
import { Cell, Row, RowLink, Rows } from '../../../ui/rows.tsx';
import { DateTime } from '../../../ui/text.tsx';
import { ChatStateBadge } from '../../customer/ChatStateBadge.tsx';
import styles from '../doctor.module.css';
import type { useOpenChat } from '../use-open-chat.ts';
import { excerptOf } from './excerpt.ts';

type Props = Pick<ReturnType<typeof useOpenChat>, 'openId' | 'linkTo'> & {
  list: List;
  chats: readonly ChatSummary[];
};

/** The consultations of the doctor: active ones, then completed ones. */
export function MyConsultations({ list, chats, openId, linkTo }: Props) {
  return (
    <section className={styles.section} aria-label="Mes consultations">
      <Title order={2} size="h3">
        Mes consultations
      </Title>
      {chats.length === 0 ? (
        <Text c="dimmed">Acceptez une demande pour commencer.</Text>
      ) : (
        <Rows label="Mes consultations" list={list} columns="minmax(0, 1fr) auto">
          {chats.map((chat) => (
            <Row key={chat._id} isCurrent={chat._id === openId} className={styles.row}>
              <Cell>
                <RowLink
                  id={chat._id}
                  {...linkTo(chat._id)}
                  aria-current={chat._id === openId ? 'true' : undefined}
                >
                  {chat.patientName}
                </RowLink>
                <p className={styles.excerpt} data-unread={chat.unread > 0 || undefined}>
                  {excerptOf(chat)}
                </p>
              </Cell>
              <Cell>
                <Facts chat={chat} />
              </Cell>
            </Row>
          ))}
        </Rows>
      )}
    </section>
  );
}

function Facts({ chat: { status, unread, lastMessage, createdAt } }: { chat: ChatSummary }) {
  return (
    <Tags>
      <ChatStateBadge status={status} />
      <span className={styles.quiet}>
        <DateTime at={lastMessage?.timestamp ?? createdAt} />
      </span>
      {unread > 0 ? (
        <CountBadge count={unread} label={` ${countOf(unread, 'message non lu', 'messages non lus')}`} />
      ) : null}
    </Tags>
  );
}
