import type { ChatMessage, SenderType } from '@amasin/domain/consultations/consultation.ts';
import { formatClock } from '@amasin/domain/contract/format.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConversationFiles } from '../conversation/slots.ts';
import type { Outgoing } from '../sending/outbox.ts';
import { AttachedFile } from './AttachedFile.tsx';
import styles from './messages.module.css';
import { PrescriptionCard } from './PrescriptionCard.tsx';
import type { ConversationRow } from './rows.ts';
import { splitLinks } from './split-links.ts';

type Props = {
  row: ConversationRow;
  own: SenderType;
  files: ConversationFiles;
  onRetry: (clientMessageId: string) => void;
  onRemove: (clientMessageId: string) => void;
};

/** A message of a participant or of the system. */
export function MessageRow({ row: { message, outgoing, at }, own, files, onRetry, onRemove }: Props) {
  if (message?.senderType === 'system') return <p className={styles.system}>{message.content}</p>;
  const { content, file, prescriptionNumber } = message ?? outgoing;
  const isOwn = message === null || message.senderType === own;
  return (
    <div className={styles.message} data-own={isOwn || undefined} data-failed={outgoing?.state === 'failed'}>
      <VisuallyHidden>{isOwn ? 'Vous : ' : `${message.senderName} : `}</VisuallyHidden>
      {content === '' ? null : <MessageText text={content} />}
      {file === null ? null : <AttachedFile fileKey={file} files={files} />}
      {prescriptionNumber === null ? null : (
        <PrescriptionCard number={prescriptionNumber} canOrder={own === 'patient'} />
      )}
      <div className={styles.foot}>
        <time dateTime={at.toISOString()}>{formatClock(at)}</time>
        {isOwn ? <Delivery message={message} outgoing={outgoing} /> : null}
      </div>
      {outgoing?.state === 'failed' ? (
        <div className={styles.failure}>
          {outgoing.refusal === null ? null : <span>{outgoing.refusal}</span>}
          <Button variant="subtle" size="compact-md" onClick={() => onRetry(outgoing.clientMessageId)}>
            Réessayer
          </Button>
          {outgoing.refusal === null ? null : (
            <Button
              variant="subtle"
              size="compact-md"
              color="red"
              onClick={() => onRemove(outgoing.clientMessageId)}
            >
              Supprimer
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}

/** The text as written; URLs are links. */
function MessageText({ text }: { text: string }) {
  return (
    <p className={styles.text}>
      {splitLinks(text).map(({ text: piece, url }, index) =>
        url === null ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message never changes
          <a key={index} href={url} target="_blank" rel="noopener noreferrer">
            {piece}
          </a>
        ),
      )}
    </p>
  );
}

const icon = { size: 16, 'aria-hidden': true } as const;

function Delivery({ message, outgoing }: { message: ChatMessage | null; outgoing: Outgoing | null }) {
  if (message !== null) return <State glyph={<IconCheck {...icon} />} label="Envoyé" />;
  if (outgoing?.state === 'failed') return <State glyph={<IconAlertCircle {...icon} />} label="Non envoyé" />;
  return <State glyph={<IconClock {...icon} />} label="Envoi…" />;
}

const State = ({ glyph, label }: { glyph: ReactNode; label: string }) => (
  <span className={styles.delivery}>
    {glyph}
    <span>{label}</span>
  </span>
);
