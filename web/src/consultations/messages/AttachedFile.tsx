import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ConversationFiles } from '../conversation/slots.ts';
import styles from './messages.module.css';

type Props = { fileKey: string; files: ConversationFiles };

/** A file, loaded only when it is opened: each access is recorded, and a phone's data plan is limited. */
export function AttachedFile({ fileKey, files }: Props) {
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
          {files.view({ fileKey, name: 'Fichier joint' })}
        </div>
      ) : null}
    </>
  );
}
