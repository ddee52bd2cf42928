import { userTypeLabels, userTypes } from '@amasin/domain/users/user-type.ts';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { countOf, formatNumber } from '../../lib/format/money.ts';
import { useAccountCounts } from './api.ts';
import styles from './panel.module.css';

/** The number of accounts, with links to all of them and to each type. */
export default function UsersPanel() {
  // The links work without the counts.
  const { data: counts } = useAccountCounts();
  return (
    <section className={styles.panel} aria-label="Utilisateurs">
      <p className={styles.text}>
        Cherchez, créez, modifiez, activez ou supprimez les comptes, et vérifiez les prescripteurs.
      </p>
      {counts === undefined ? null : (
        <p className={styles.text} role="status">
          <strong>{countOf(counts.total, 'compte')}</strong>
          {counts.inactive === 0 ? null : (
            <>
              {', dont '}
              <Link to="/cpanel/users?active=false">{countOf(counts.inactive, 'désactivé')}</Link>
            </>
          )}
        </p>
      )}
      <Button component={Link} to="/cpanel/users" leftSection={<IconUsers size={20} aria-hidden="true" />}>
        Gérer les utilisateurs
      </Button>
      <ul className={styles.types} aria-label="Par type">
        {userTypes.map((type) => (
          <li key={type}>
            <Link className={styles.type} to={`/cpanel/users?type=${type}`}>
              {userTypeLabels[type]}{' '}
              {counts === undefined ? null : <span>{formatNumber(counts.byType[type] ?? 0)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
