import type { User } from '@amasin/domain/users/user.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';

/** What opens over the list of accounts, which knows these. */
export default function AccountDialogs({ known }: { known: readonly User[] | undefined }) {
  return (
    <>
      <AccountDialog known={known} />
      <DeleteAccount known={known} />
    </>
  );
}
