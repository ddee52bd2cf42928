import { IconShieldQuestion } from '@tabler/icons-react';
import { useRef } from 'react';
import { listOf } from '../../lib/lists.ts';
import { useSession } from '../../session/session-context.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { ListState, StaleNotice } from '../../ui/listing.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { useOutbox } from '../sending/use-outbox.ts';
import styles from './doctor.module.css';
import { MyConsultations } from './lists/MyConsultations.tsx';
import { Requests } from './lists/Requests.tsx';
import { useDoctorChats } from './lists/use-doctor-chats.ts';
import { OpenChat } from './OpenChat.tsx';
import type { PanelProps } from './panel-props.ts';
import { useOpenChat } from './use-open-chat.ts';

/** The requests and consultations of a doctor on the left, the open one on the right; on a phone one at a time. */
export function ConsultationsPanel({ personId, ...props }: PanelProps & { personId: string }) {
  // Also sends the messages of conversations that were closed before they were sent.
  useOutbox(personId, null);
  const isVerified = useSession().user?.verified !== false;
  const query = useDoctorChats();
  const { openId, linkTo, close } = useOpenChat();
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
          {...props}
          id={openId}
          list={query}
          takesFocus={openId !== initialId.current}
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
