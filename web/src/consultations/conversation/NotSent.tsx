import { Button } from '@mantine/core';
import { toast } from '../../lib/toast.tsx';
import { AttachedFile } from '../messages/AttachedFile.tsx';
import { useComposerDraft } from '../sending/composer-draft.ts';
import styles from './conversation.module.css';
import type { ConversationFiles } from './slots.ts';

type Props = { personId: string; chatId: string; files: ConversationFiles };

/** What was being written when the consultation ended. */
export function NotSent({ personId, chatId, files }: Props) {
  const { draft, clear } = useComposerDraft(personId, chatId);
  const { text, file } = draft;
  if (text.trim() === '' && file === null) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Message copié');
    } catch {
      // Without https, or without permission.
      toast.error('La copie n’est pas possible ici. Sélectionnez le texte.');
    }
  };
  return (
    <section className={styles.notSent} aria-label="Non envoyé">
      <strong>Non envoyé</strong>
      {text.trim() === '' ? null : <p>{text}</p>}
      {file === null ? null : <AttachedFile fileKey={file} files={files} />}
      <div className={styles.actions}>
        {text.trim() === '' ? null : (
          <Button variant="default" onClick={() => void copy()}>
            Copier
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={clear}>
          Supprimer
        </Button>
      </div>
    </section>
  );
}
