import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { formatNumber } from '../../lib/format/money.ts';
import { type AccountActions, AccountRow } from './AccountRow.tsx';
import styles from './accounts.module.css';

type Props = {
  accounts: readonly User[];
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** An older answer, while the next one is on its way. */
  outdated: boolean;
  actions: AccountActions;
};

const headings = ['Nom et email', 'Type', 'Téléphone', 'Statut', 'Actions'] as const;

export function AccountList({ accounts, page, pages, onPage, outdated, actions }: Props) {
  const turn = (to: number) => {
    onPage(to);
    window.scrollTo({ top: 0 });
  };
  return (
    <div>
      <div className={styles.headings} aria-hidden="true">
        {headings.map((heading) => (
          <span key={heading}>{heading}</span>
        ))}
      </div>
      <ul
        className={styles.list}
        aria-label="Comptes"
        aria-busy={outdated}
        data-outdated={outdated || undefined}
      >
        {accounts.map((account) => (
          <AccountRow key={account._id} account={account} actions={actions} />
        ))}
      </ul>
      {pages === 1 ? null : (
        <nav className={styles.pages} aria-label="Pages">
          <Button variant="default" disabled={page <= 1} onClick={() => turn(page - 1)}>
            Précédente
          </Button>
          <span>
            Page {formatNumber(page)} sur {formatNumber(pages)}
          </span>
          <Button variant="default" disabled={page >= pages} onClick={() => turn(page + 1)}>
            Suivante
          </Button>
        </nav>
      )}
    </div>
  );
}
