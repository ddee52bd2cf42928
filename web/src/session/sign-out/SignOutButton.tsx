import { Button, type ButtonProps } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useSignOut } from './use-sign-out.tsx';

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
