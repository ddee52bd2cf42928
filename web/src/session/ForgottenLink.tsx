import { PageLink } from '../ui/text.tsx';
import styles from './ForgottenLink.module.css';

export function ForgottenLink({ state }: { state: object }) {
  return (
    <PageLink to="/forgot-password" state={state} className={styles.forgotten}>
      Mot de passe oublié ?
    </PageLink>
  );
}
