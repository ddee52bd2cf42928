import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { Button, Paper } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { EmptyState, QueryState } from '../../ui/feedback.tsx';
import { BackButton } from '../conversation/BackButton.tsx';
import { useUnlisted } from './api.ts';
import styles from './doctor.module.css';
import type { useDoctorChats } from './lists/use-doctor-chats.ts';
import { OpenConsultation } from './OpenConsultation.tsx';
import { OpenRequest } from './OpenRequest.tsx';
import type { PanelProps } from './panel-props.ts';

type Props = PanelProps & {
  id: string;
  list: ReturnType<typeof useDoctorChats>;
  /** It was opened from the list, which is hidden on a phone together with the focused row. */
  takesFocus: boolean;
  onClose: () => void;
};

/** The request or consultation in the URL. */
export function OpenChat({ id, list, takesFocus, onClose, ...props }: Props) {
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
          {...props}
          chat={chat}
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
