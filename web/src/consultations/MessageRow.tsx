import type { ChatMessage, SenderType } from '@amasin/domain/consultations/consultation.ts';
import { formatClock } from '@amasin/domain/contract/format.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconClock, IconFileText, IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { FileView } from '../files/FileLink.tsx';
import styles from './messages.module.css';
import type { Outgoing } from './outbox.ts';

export type ConversationRow = {
  /** The same before and after the server has the message. */
  key: string;
  at: Date;
  /** The first one of its day. */
  startsDay: boolean;
} & ({ message: ChatMessage; outgoing: null } | { message: null; outgoing: Outgoing });

type Piece = { text: string; url: string | null };

const URLS = /https?:\/\/[^\s<>"«»]+/gi;
/** Punctuation at the end of a URL belongs to the sentence. */
const WITHOUT_PUNCTUATION = /^.*[^.,;:!?…'’)\]]/;

/** Splits a text into plain pieces and URLs; together they are the text as written. */
export function splitLinks(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(URLS)) {
    const url = WITHOUT_PUNCTUATION.exec(found)?.[0] ?? '';
    if (!isWebUrl(url)) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), url: null });
    pieces.push({ text: url, url });
    from = index + url.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), url: null });
  return pieces;
}

function isWebUrl(url: string): boolean {
  try {
    // With a user name it could pass for another site: https://amasin.bj@example.com.
    return new URL(url).username === '';
  } catch {
    return false;
  }
}

/** A file, loaded only when it is opened: each access is recorded, and a phone's data plan is limited. */
export function AttachedFile({ fileKey }: { fileKey: string }) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPaperclip size={20} aria-hidden="true" />}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      >
        {opened ? 'Masquer le fichier' : 'Voir le fichier joint'}
      </Button>
      {opened ? (
        <div id={id} className={styles.file}>
          <FileView fileKey={fileKey} name="Fichier joint" />
        </div>
      ) : null}
    </>
  );
}

type PrescriptionCardProps = { number: string; canOrder: boolean };

/** A prescription that the doctor wrote: its number, with which the customer orders. */
function PrescriptionCard({ number, canOrder }: PrescriptionCardProps) {
  return (
    <div className={styles.prescription}>
      <IconFileText size={24} stroke={1.75} aria-hidden="true" />
      <div>
        <div>Ordonnance</div>
        <strong>{number}</strong>
      </div>
      {canOrder ? (
        <Button component={Link} to={`/order?code=${encodeURIComponent(number)}`} fullWidth color="soleil">
          Commander avec ce code
        </Button>
      ) : null}
    </div>
  );
}

type MessageRowProps = {
  row: ConversationRow;
  own: SenderType;
  onRetry: (clientMessageId: string) => void;
  onRemove: (clientMessageId: string) => void;
};

/** A message of a participant or of the system. */
export function MessageRow({ row: { message, outgoing, at }, own, onRetry, onRemove }: MessageRowProps) {
  if (message?.senderType === 'system') return <p className={styles.system}>{message.content}</p>;
  const { content, file, prescriptionNumber } = message ?? outgoing;
  const isOwn = message === null || message.senderType === own;
  return (
    <div className={styles.message} data-own={isOwn || undefined} data-failed={outgoing?.state === 'failed'}>
      <VisuallyHidden>{isOwn ? 'Vous : ' : `${message.senderName} : `}</VisuallyHidden>
      {content === '' ? null : <MessageText text={content} />}
      {file === null ? null : <AttachedFile fileKey={file} />}
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
