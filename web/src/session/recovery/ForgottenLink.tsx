import { PageLink } from '../../ui/text/PageLink.tsx';
import styles from './recovery.module.css';

export function ForgottenLink() {
  return (
    <PageLink to="/forgot-password" className={styles.forgotten}>
      Mot de passe oublié ?
    </PageLink>
  );
}
