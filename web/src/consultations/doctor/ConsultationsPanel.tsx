import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconFileText, IconShieldQuestion } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { type List, listOf } from '../../lib/lists.ts';
import { UnusedPrescriptions } from '../../prescriptions/UnusedPrescriptions.tsx';
import { useSession } from '../../session/session-context.ts';
import { CountBadge, Tags } from '../../ui/badges.tsx';
import { ConfirmDialog, ResponsiveDialog } from '../../ui/dialog.tsx';
import { EmptyState, QueryState } from '../../ui/feedback.tsx';
import { ListState, StaleNotice } from '../../ui/listing.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ActionButton, Cell, Row, RowActions, RowLink, Rows } from '../../ui/rows.tsx';
import { DateTime } from '../../ui/text.tsx';
import { type DialogLink, useDialogUrl } from '../../ui/use-dialog-url.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { ChatStateBadge } from '../ChatStateBadge.tsx';
import { BackButton, Conversation } from '../Conversation.tsx';
import { CHAT_PARAM } from '../chat-param.ts';
import { useOutbox } from '../outbox.ts';
import { useAccept, useComplete, useDoctorChats, useUnlisted } from './api.ts';
import styles from './doctor.module.css';
import { SendCodeButton } from './SendCodeButton.tsx';

/** The text of a consultation's last message, as a list shows it. */
function excerptOf({ lastMessage, initialMessage }: ChatSummary): string {
  if (lastMessage === null) return initialMessage;
  const { content, hasFile, senderType } = lastMessage;
  const text = content || (hasFile ? 'Fichier joint' : 'Ordonnance');
  return senderType === 'doctor' ? `Vous : ${text}` : text;
}

/** The id of the open one, and links that open another. */
type Open = {
  openId: string | null;
  linkTo: (id: string) => DialogLink & { preventScrollReset: boolean };
};

type MyConsultationsProps = Open & { list: List; chats: readonly ChatSummary[] };

/** The consultations of the doctor: active ones, then completed ones. */
function MyConsultations({ list, chats, openId, linkTo }: MyConsultationsProps) {
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

type RequestsProps = Open & { list: List; requests: readonly ChatSummary[] };

/** The requests that no doctor has accepted, oldest first. */
function Requests({ list, requests, openId, linkTo }: RequestsProps) {
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

type RowProps = Pick<RequestsProps, 'linkTo'> & { request: ChatSummary; isCurrent: boolean };

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

/** A request that no doctor has accepted: the name and the whole first message. */
function OpenRequest({ request }: { request: ChatSummary }) {
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

type OpenConsultationProps = {
  chat: ChatSummary;
  back: ReactNode;
  /** Opens the form of a prescription for the patient. */
  onPrescribe: () => void;
};

/** A consultation of the doctor, with what they can do in it. */
function OpenConsultation({ chat, back, onPrescribe }: OpenConsultationProps) {
  const { _id: id, patientName, allowedActions } = chat;
  const completing = useDialogUrl('complete');
  const sending = useDialogUrl('send');
  const complete = useComplete(completing.close);
  const canComplete = allowedActions.includes('complete');
  const canPrescribe = allowedActions.includes('prescribe');
  const actions =
    canPrescribe || canComplete ? (
      <>
        {canPrescribe ? (
          <>
            <Button size="xs" variant="light" onClick={onPrescribe}>
              Nouvelle ordonnance
            </Button>
            <Button
              size="xs"
              variant="default"
              title="Envoyer le code d’une ordonnance"
              leftSection={<IconFileText size={20} aria-hidden="true" />}
              classNames={{ root: styles.glyph, label: styles.glyphLabel, section: styles.glyphIcon }}
              onClick={() => sending.open()}
            >
              Envoyer un code
            </Button>
          </>
        ) : null}
        {canComplete ? (
          <Button size="xs" variant="default" onClick={() => completing.open()}>
            Terminer
          </Button>
        ) : null}
      </>
    ) : null;
  return (
    <>
      <div className={styles.conversation}>
        <Conversation chatId={id} back={back} actions={actions} />
      </div>
      <ResponsiveDialog
        opened={sending.opened && canPrescribe}
        onClose={sending.close}
        title="Envoyer le code d’une ordonnance"
        size="md"
      >
        <UnusedPrescriptions
          patientName={patientName}
          button={({ prescriptionNumber }) => (
            <SendCodeButton
              chatId={id}
              prescriptionNumber={prescriptionNumber}
              label={`Envoyer le code ${prescriptionNumber}`}
              onSent={sending.close}
            />
          )}
        />
      </ResponsiveDialog>
      <ConfirmDialog
        opened={completing.opened && canComplete}
        onClose={completing.close}
        question="Terminer cette consultation ?"
        confirmLabel="Terminer"
        pending={complete.isPending}
        onConfirm={() => complete.mutate(id)}
      >
        {`${patientName} · Vous ne pourrez plus vous écrire ; la conversation reste lisible.`}
      </ConfirmDialog>
    </>
  );
}

type OpenChatProps = Pick<OpenConsultationProps, 'onPrescribe'> & {
  id: string;
  list: ReturnType<typeof useDoctorChats>;
  /** It was opened from the list, which is hidden on a phone together with the focused row. */
  takesFocus: boolean;
  onClose: () => void;
};

/** The request or consultation in the URL. */
function OpenChat({ id, list, takesFocus, onPrescribe, onClose }: OpenChatProps) {
  const listed = [...(list.data?.pendingRequests ?? []), ...(list.data?.activeChats ?? [])].find(
    ({ _id }) => _id === id,
  );
  // A request that leaves the lists while it is open has been taken.
  const last = useRef<ChatSummary>(undefined);
  last.current = listed ?? last.current;
  const unlisted = useUnlisted(id, list.data !== undefined && last.current === undefined);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) back.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const chat = last.current ?? unlisted.data;
  const wasRequest = last.current?.status === 'pending';
  if (chat !== undefined && chat.status !== 'pending')
    return (
      <Paper withBorder className={styles.open}>
        <OpenConsultation
          chat={chat}
          onPrescribe={onPrescribe}
          back={<BackButton ref={back} className={styles.backIcon} label="Consultations" onClick={onClose} />}
        />
      </Paper>
    );
  return (
    <Paper withBorder className={styles.open}>
      <Button
        ref={back}
        className={styles.back}
        variant="subtle"
        leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        onClick={onClose}
      >
        Consultations
      </Button>
      {content()}
    </Paper>
  );

  function content() {
    if (listed === undefined && wasRequest)
      return <Taken name={last.current?.patientName} onClose={onClose} />;
    if (chat !== undefined) return <OpenRequest request={chat} />;
    if (unlisted.error instanceof ApiError && unlisted.error.status === 404)
      return <Taken onClose={onClose} />;
    return (
      <QueryState
        query={list.data === undefined ? list : unlisted}
        message="Impossible de charger la conversation"
        rows={3}
        height={96}
      />
    );
  }
}

function Taken({ name, onClose }: { name?: string | undefined; onClose: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title="Demande déjà prise"
        pictogram="stethoscope"
        action={
          <Button variant="default" onClick={onClose}>
            Voir les consultations
          </Button>
        }
      >
        {name === undefined
          ? 'Un autre professionnel s’en occupe. Vos consultations sont dans la liste.'
          : `Un autre professionnel répond à ${name}.`}
      </EmptyState>
    </div>
  );
}

type Props = Pick<OpenConsultationProps, 'onPrescribe'> & { personId: string };

/** The requests and consultations of a doctor on the left, the open one on the right; on a phone one at a time. */
export function ConsultationsPanel({ personId, onPrescribe }: Props) {
  // Also sends the messages of conversations that were closed before they were sent.
  useOutbox(personId, null);
  const isVerified = useSession().user?.verified !== false;
  const query = useDoctorChats();
  const { value: openId, linkTo: linkIn, close } = useDialogUrl(CHAT_PARAM);
  // On a phone it replaces the list, which may be scrolled.
  const preventScrollReset = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const linkTo = (id: string) => ({ ...linkIn(id), preventScrollReset });
  const initialId = useRef(openId);
  const rows = useRef<HTMLDivElement>(null);
  const { onListKey } = useRowKeys({ list: rows, onEscape: openId === null ? undefined : close });
  const { pendingRequests = [], activeChats = [] } = query.data ?? {};
  const list = listOf(query, [...pendingRequests, ...activeChats]);
  return (
    <div className={styles.panes} data-open={openId !== null || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between its links */}
      <div className={styles.lists} ref={rows} onKeyDown={onListKey}>
        <StaleNotice list={list} />
        {isVerified ? null : <AwaitsVerification />}
        <ListState list={list} rows={4} height={88} empty={isVerified ? <NothingYet /> : null}>
          <Requests list={list} requests={pendingRequests} openId={openId} linkTo={linkTo} />
          <MyConsultations list={list} chats={activeChats} openId={openId} linkTo={linkTo} />
        </ListState>
      </div>
      {openId === null ? null : (
        <OpenChat
          key={openId}
          id={openId}
          list={query}
          takesFocus={openId !== initialId.current}
          onPrescribe={onPrescribe}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Rule 39: no request until then; their own consultations stay below. */
function AwaitsVerification() {
  return (
    <Notice tone="neutral" icon={IconShieldQuestion} title="Votre compte attend la vérification">
      Les demandes des clients arriveront ici ensuite.
    </Notice>
  );
}

function NothingYet() {
  return (
    <EmptyState title="Aucune demande en attente" pictogram="stethoscope">
      Les demandes des clients apparaissent ici dès qu’elles arrivent.
    </EmptyState>
  );
}
