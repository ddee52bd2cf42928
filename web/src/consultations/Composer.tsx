import { formatNumber } from '@amasin/domain/contract/format.ts';
import { ActionIcon, Textarea } from '@mantine/core';
import { IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FilePicker } from '../files/FilePicker.tsx';
import { nullable, object, or, text } from '../lib/schema.ts';
import { storedOf, useStored } from '../lib/stored.ts';
import '@mantine/core/styles/ActionIcon.layer.css';
import styles from './Composer.module.css';

type ComposerDraft = { text: string; file: string | null };

const empty: ComposerDraft = { text: '', file: null };

/** The message being written, kept on the device for this person and consultation. */
export function useComposerDraft(personId: string, chatId: string) {
  const kept = storedOf(
    `message-${chatId}`,
    object<ComposerDraft>({ text: or(text, ''), file: or(nullable(text), null) }),
  );
  const [draft, change] = useStored(kept, personId);
  return {
    draft: draft ?? empty,
    change: (part: Partial<ComposerDraft>) =>
      change((before) => {
        const next = { ...(before ?? empty), ...part };
        return next.text === '' && next.file === null ? null : next;
      }),
    clear: () => change(() => null),
  };
}

/** Characters. The contract's constant would add zod to this chunk. */
export const MAX_LENGTH = 4000;
/** The count is shown from this length on. */
const COUNT_FROM = 3600;

type Props = {
  personId: string;
  chatId: string;
  /** Why the field is disabled; null when it is enabled. */
  closed: string | null;
  onSend: (message: { content: string; file: string | null }) => void;
  onTyping: () => void;
};

const isTouchScreen = () => window.matchMedia('(pointer: coarse)').matches;

/** The field for a message. Enter sends it, except on a phone, whose keyboard has no Shift+Enter. */
export function Composer({ personId, chatId, closed, onSend, onTyping }: Props) {
  const { draft, change, clear } = useComposerDraft(personId, chatId);
  const [picks, setPicks] = useState(draft.file !== null);
  const [isUploading, setUploading] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const content = draft.text.trim();
  const isTooLong = content.length > MAX_LENGTH;
  const canSend = closed === null && !isUploading && !isTooLong && (content !== '' || draft.file !== null);

  // On a phone the keyboard would cover the messages.
  useEffect(() => {
    if (!isTouchScreen()) field.current?.focus({ preventScroll: true });
  }, []);

  const send = () => {
    if (!canSend) return;
    onSend({ content, file: draft.file });
    clear();
    setPicks(false);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isTouchScreen()) return;
    // The Enter that ends a word of an input method: Safari says it by the code 229, after the end of the composition.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };

  return (
    <form className={styles.composer} onSubmit={submit}>
      {picks && closed === null ? (
        <div className={styles.picker}>
          <FilePicker
            label="Photo ou document à joindre"
            category="consultation"
            value={draft.file}
            onChange={(file) => change({ file })}
            onBusyChange={setUploading}
          />
        </div>
      ) : null}
      <div className={styles.line}>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label="Joindre une photo ou un document"
          aria-expanded={picks}
          disabled={closed !== null || (picks && (isUploading || draft.file !== null))}
          onClick={() => setPicks(!picks)}
        >
          <IconPaperclip size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <Textarea
          ref={field}
          className={styles.field}
          classNames={{ input: `${styles.input}` }}
          aria-label="Votre message"
          placeholder={closed ?? 'Votre message'}
          disabled={closed !== null}
          rows={1}
          enterKeyHint="enter"
          value={draft.text}
          // Mantine replaces aria-invalid and aria-describedby.
          error={isTooLong}
          aria-errormessage={isTooLong ? id : undefined}
          onChange={({ currentTarget }) => {
            change({ text: currentTarget.value });
            onTyping();
          }}
          onKeyDown={onKeyDown}
        />
        <ActionIcon type="submit" size={44} aria-label="Envoyer" disabled={!canSend}>
          <IconSend2 size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      {content.length >= COUNT_FROM ? (
        <div id={id} className={styles.count} data-over={isTooLong || undefined} role="status">
          {`${formatNumber(content.length)} / ${formatNumber(MAX_LENGTH)}${isTooLong ? ' : message trop long' : ''}`}
        </div>
      ) : null}
    </form>
  );
}
