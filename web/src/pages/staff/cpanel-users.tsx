import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import { Accounts } from '../../users/accounts/Accounts.tsx';
import { EDIT, NEW } from '../../users/accounts/dialog-names.ts';

export const meta = () => [{ title: 'Utilisateurs · Amasin' }];

export default function UsersAdmin() {
  const { open } = useDialogAddress(EDIT);
  return (
    <>
      <PageTitle
        title="Utilisateurs"
        description={
          <Anchor component={Link} to="/cpanel">
            Administration
          </Anchor>
        }
        action={
          <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => open(NEW)}>
            Nouvel utilisateur
          </Button>
        }
      />
      <Accounts />
    </>
  );
}
