import { VisuallyHidden } from '@mantine/core';
import { Accounts } from '../../users/accounts/Accounts.tsx';

export const meta = () => [{ title: 'Utilisateurs · Amasin' }];

export default function UsersAdmin() {
  return (
    <>
      <VisuallyHidden component="h1">Utilisateurs</VisuallyHidden>
      <Accounts />
    </>
  );
}
