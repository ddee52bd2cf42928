import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../session/session-context.ts';
import { useOutbox } from '../outbox.ts';

type Props = {
  chatId: string;
  prescriptionNumber: string;
  /** Names the prescription for screen readers, in a list. */
  label?: string;
  onSent: () => void;
};

/** Sends the number of a prescription as a message; the conversation shows whether it has arrived. */
export function SendCodeButton(props: Props) {
  const { user } = useSession();
  return user === null ? null : <ButtonOf {...props} user={user} />;
}

function ButtonOf({ user, chatId, prescriptionNumber, label, onSent }: Props & { user: User }) {
  const { add } = useOutbox(user._id, chatId);
  const [isSent, setSent] = useState(false);
  return (
    <Button
      size="md"
      leftSection={<IconSend size={20} aria-hidden="true" />}
      // A second tap while the dialog closes sends nothing.
      disabled={isSent}
      onClick={() => {
        setSent(true);
        add({ chatId, prescriptionNumber });
        onSent();
      }}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {isSent ? 'Code envoyé' : 'Envoyer le code'}
    </Button>
  );
}
