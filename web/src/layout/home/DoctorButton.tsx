import { Button } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { Link } from 'react-router';
import { toast } from '../../lib/toast.tsx';
import { typeOf } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { CHAT_PARAM, toChat } from '../chat/chat-param.ts';

const look = {
  size: 'lg',
  variant: 'default',
  leftSection: <IconStethoscope size={20} aria-hidden="true" />,
} as const;

const LABEL = 'Parler à un médecin';

/** The doctor chat button. Visitors sign in first; people who work here have no chat of their own. */
export function DoctorButton() {
  const { user, status } = useSession();
  const { open } = useDialogUrl(CHAT_PARAM);
  if (user === null) {
    const explain = () => {
      if (status === 'visitor') toast.error('Veuillez vous connecter pour discuter avec un médecin');
    };
    return (
      <Button {...look} component={Link} to="/login" state={toChat} onClick={explain}>
        {LABEL}
      </Button>
    );
  }
  if (typeOf(user) !== 'customer') return null;
  return (
    <Button {...look} aria-haspopup="dialog" onClick={() => open('list')}>
      {LABEL}
    </Button>
  );
}
