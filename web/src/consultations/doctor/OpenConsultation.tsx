import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ConfirmDialog, ResponsiveDialog } from '../../ui/dialog.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { Conversation } from '../conversation/Conversation.tsx';
import { useComplete } from './api.ts';
import styles from './doctor.module.css';
import type { PanelProps } from './panel-props.ts';
import { SendCodeButton } from './SendCodeButton.tsx';

type Props = PanelProps & { chat: ChatSummary; back: ReactNode };

/** A consultation of the doctor, with what they can do in it. */
export function OpenConsultation({ chat, back, files, onPrescribe, prescriptionsOf }: Props) {
  const { _id: id, patientName, allowedActions } = chat;
  const completing = useDialogUrl('complete');
  const sending = useDialogUrl('send');
  const complete = useComplete(completing.close);
  const canComplete = allowedActions.includes('complete');
  const canPrescribe = allowedActions.includes('prescribe');
  return (
    <>
      <div className={styles.conversation}>
        <Conversation
          chatId={id}
          files={files}
          back={back}
          actions={canPrescribe || canComplete ? actions() : null}
        />
      </div>
      <ResponsiveDialog
        opened={sending.opened && canPrescribe}
        onClose={sending.close}
        title="Envoyer le code d’une ordonnance"
        size="md"
      >
        {prescriptionsOf(patientName, (number) => (
          <SendCodeButton
            chatId={id}
            prescriptionNumber={number}
            label={`Envoyer le code ${number}`}
            onSent={sending.close}
          />
        ))}
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
  function actions() {
    return (
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
    );
  }
}
