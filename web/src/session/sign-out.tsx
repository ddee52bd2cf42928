import { Button, type ButtonProps } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { countStored, UNSENT_MESSAGES, WAITING_ORDERS } from '../lib/stored.ts';
import { lazyDialog } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import type { Lost } from './SignOutQuestion.tsx';
import { useSession } from './session-context.ts';

const SignOutQuestion = lazyDialog(() =>
  import('./SignOutQuestion.tsx').then((module) => module.SignOutQuestion),
);

/**
 * Signing out, which asks first when it would remove what has not left this device. It counts in storage, not in the
 * outboxes: the footer is on every page, and their code is not.
 * @returns `start`, for a click, and the `question`, to render
 */
export function useSignOut(): { start: () => void; question: ReactNode } {
  const { user, signOut } = useSession();
  const dialog = useDialogUrl('deconnexion');
  // Several places of a page offer it: the question is of the one that was pressed.
  const place = useId();
  // Stays while the dialog fades out.
  const [lost, setLost] = useState<Lost>({ orders: 0, messages: 0 });
  const start = () => {
    const count = (name: string) => (user === null ? 0 : countStored(user._id, name));
    const found = { orders: count(WAITING_ORDERS), messages: count(UNSENT_MESSAGES) };
    if (found.orders + found.messages === 0) return void signOut();
    setLost(found);
    dialog.open(place);
  };
  const onConfirm = () => void signOut();
  return {
    start,
    question: (
      <SignOutQuestion
        lost={lost}
        opened={dialog.value === place}
        onClose={dialog.close}
        onConfirm={onConfirm}
      />
    ),
  };
}

/** For screens in place of a page, whose person may leave something unsent on this device. */
export function SignOutButton(button: ButtonProps) {
  const { start, question } = useSignOut();
  return (
    <>
      <Button leftSection={<IconLogout size={20} aria-hidden="true" />} onClick={start} {...button}>
        Déconnexion
      </Button>
      {question}
    </>
  );
}
