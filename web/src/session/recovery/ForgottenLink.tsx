import { PageLink } from '../../ui/text/PageLink.tsx';
import styles from './recovery.module.css';

export function ForgottenLink({ state }: { state: object }) {
  return (
    <PageLink to="/forgot-password" state={state} className={styles.forgotten}>
      Mot de passe oublié ?
    </PageLink>
  );
}
