import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useDialogUrl } from '../../ui/dialog/use-dialog-url.ts';
import { EDIT, NEW } from '../../ui/listing/row-dialogs.ts';
import { PageLink } from '../../ui/text/PageLink.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import { Accounts } from '../../users/accounts/Accounts.tsx';

export const meta = () => [{ title: 'Utilisateurs · Amasin' }];

export default function UsersAdmin() {
  const { open } = useDialogUrl(EDIT.account);
  return (
    <>
      <PageTitle
        title="Utilisateurs"
        description={<PageLink to="/cpanel">Administration</PageLink>}
        action={
          <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => open(NEW.account)}>
            Nouvel utilisateur
          </Button>
        }
      />
      <Accounts />
    </>
  );
}
