import { userTypeLabels, userTypes } from '@amasin/domain/users/user-type.ts';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import styles from './panel.module.css';

/** « Utilisateurs » of the panel: the way to the accounts, all of them or of one type. */
export default function UsersPanel() {
  return (
    <section className={styles.panel} aria-label="Utilisateurs">
      <p className={styles.words}>
        Cherchez, créez, modifiez, activez ou supprimez les comptes, et vérifiez les prescripteurs.
      </p>
      <Button component={Link} to="/cpanel/users" leftSection={<IconUsers size={20} aria-hidden="true" />}>
        Gérer les utilisateurs
      </Button>
      <ul className={styles.types} aria-label="Par type">
        {userTypes.map((type) => (
          <li key={type}>
            <Link className={styles.type} to={`/cpanel/users?type=${type}`}>
              {userTypeLabels[type]}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
