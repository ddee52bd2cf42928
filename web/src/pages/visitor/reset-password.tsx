import { useLocation, useNavigate } from 'react-router';
import { AuthCard } from '../../layout/AuthCard.tsx';
import { useHydrated } from '../../lib/hydration.tsx';
import { pageMeta } from '../../lib/seo.ts';
import { toast } from '../../lib/toast.tsx';
import { doorOf, entranceState } from '../../session/entrance-state.ts';
import { NewPasswordForm, readPhoneVerified } from '../../session/NewPasswordForm.tsx';
import { GoTo, ListSkeleton } from '../../ui/feedback.tsx';
import { PageLink } from '../../ui/text.tsx';

export const meta = () =>
  pageMeta({
    title: 'Nouveau mot de passe · Amasin',
    description: 'Choisissez un nouveau mot de passe pour votre compte Amasin.',
    hidden: true,
  });

export default function ResetPassword() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const hydrated = useHydrated();
  const verified = hydrated ? readPhoneVerified(state) : null;
  if (hydrated && verified === null) return <GoTo to="/forgot-password" />;

  const leave = async () => {
    await navigate(doorOf(state), { replace: true, state: entranceState(state) });
    toast.success('Mot de passe modifié. Vous pouvez maintenant vous connecter.');
  };
  return (
    <AuthCard
      title="Nouveau mot de passe"
      description="Vos autres appareils devront se reconnecter avec lui."
      footer={
        <PageLink to={hydrated ? doorOf(state) : '/login'} state={entranceState(state)}>
          Retour à la connexion
        </PageLink>
      }
    >
      {verified === null ? (
        <ListSkeleton rows={3} height={56} />
      ) : (
        <NewPasswordForm verified={verified} onChanged={leave} />
      )}
    </AuthCard>
  );
}
