import type { SenderType } from '@amasin/domain/consultations/consultation.ts';
import { formatClock } from '@amasin/domain/contract/format.ts';
import { Text, Title } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPhone, telephoneUrl } from '../../lib/format.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useInterruption } from '../../ui/connection.tsx';
import type { LoadedChat } from '../api.ts';
import styles from './conversation.module.css';

type Known = { chat: LoadedChat['chat']; own: SenderType; actions: ReactNode };

/** The other participant’s name and telephone, the state of the consultation, and its actions. */
export function ConversationHeader({ back, ...known }: { back: ReactNode } & (Known | { chat?: never })) {
  return <HeaderRow back={back}>{known.chat === undefined ? null : <KnownHeader {...known} />}</HeaderRow>;
}

/** The back button, with a title beside it. */
export function HeaderRow({ back, children }: { back: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.header}>
      {back}
      {children}
    </div>
  );
}

type TitleProps = { title: string; order?: 2 | 3; children?: ReactNode };

/** The title of a view, and its state below it. */
export function HeaderTitle({ title, order = 3, children }: TitleProps) {
  return (
    <div className={styles.person}>
      <Title order={order} size="h3" className={styles.name} title={title} translate="no">
        {title}
      </Title>
      {children}
    </div>
  );
}

function KnownHeader({ chat, own, actions }: Known) {
  const { status, patientName, patientPhone } = chat;
  const name = own === 'doctor' ? patientName : (chat.doctorName ?? 'En attente d’un médecin');
  return (
    <>
      {/* The customer’s heading is below the title of a dialog, the doctor’s on a page. */}
      <HeaderTitle title={name} order={own === 'doctor' ? 2 : 3}>
        <div className={styles.state} role="status">
          <StateText status={status} own={own} />
        </div>
      </HeaderTitle>
      {own === 'doctor' && patientPhone !== null ? (
        <CallLink phone={patientPhone} name={patientName} />
      ) : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
      {own === 'patient' && status === 'pending' ? (
        <Text size="xs" className={styles.note}>
          Votre message est gardé. La réponse vous est annoncée par notification et par SMS.
        </Text>
      ) : null}
    </>
  );
}

function StateText({ status, own }: { status: LoadedChat['chat']['status']; own: SenderType }) {
  const isOnline = useOnline();
  const interruptedSince = useInterruption();
  if (status === 'completed') return <Text size="xs">Consultation terminée</Text>;
  if (status === 'pending') return own === 'doctor' ? <Text size="xs">Demande en attente</Text> : null;
  // The notices of the page are behind the dialog.
  if (!isOnline) return <Text size="xs">Hors connexion</Text>;
  if (interruptedSince !== null)
    return <Text size="xs">{`Coupure depuis ${formatClock(new Date(interruptedSince))}`}</Text>;
  return (
    <Text size="xs" className={styles.online}>
      {own === 'doctor' ? 'Consultation en cours' : 'En ligne'}
    </Text>
  );
}

/** The number; on a phone an icon. */
function CallLink({ phone, name }: { phone: string; name: string }) {
  const url = telephoneUrl(phone);
  if (url === null) return null;
  const shown = formatPhone(phone);
  return (
    <a className={styles.call} href={url} aria-label={`Appeler ${name}, ${shown}`}>
      <IconPhone size={22} aria-hidden="true" />
      <span className={styles.number}>{shown}</span>
    </a>
  );
}
