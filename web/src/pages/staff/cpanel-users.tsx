import { VisuallyHidden } from '@mantine/core';
import { Accounts } from '../../users/accounts/Accounts.tsx';

const loadStatements = () => import('../../statements/StatementList.tsx').then((module) => module.default);

export const meta = () => [{ title: 'Utilisateurs · Amasin' }];

export default function UsersAdmin() {
  return (
    <>
      <VisuallyHidden component="h1">Utilisateurs</VisuallyHidden>
      <Accounts loadStatements={loadStatements} />
    </>
  );
}
