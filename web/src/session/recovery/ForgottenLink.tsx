import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import styles from './recovery.module.css';

export function ForgottenLink() {
  return (
    <Anchor component={Link} to="/forgot-password" className={styles.forgotten}>
      Mot de passe oublié ?
    </Anchor>
  );
}
