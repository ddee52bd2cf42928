import { EmptyState } from '../ui/feedback.tsx';
import { SignOutButton } from './sign-out.tsx';

export function DisabledAccount() {
  return (
    <EmptyState title="Compte désactivé" titleOrder={1} pictogram="moon" action={<SignOutButton />}>
      Votre compte a été désactivé. Contactez l'administrateur.
    </EmptyState>
  );
}
