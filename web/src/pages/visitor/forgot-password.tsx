import { useLocation, useNavigate } from 'react-router';
import { AuthCard } from '../../layout/AuthCard.tsx';
import { useHydrated } from '../../lib/hydration.tsx';
import { pageMeta } from '../../lib/seo.ts';
import { doorOf, entranceState, typedPhone } from '../../session/entrance-state.ts';
import { PhoneForm } from '../../session/recovery.tsx';
import { PageLink } from '../../ui/text.tsx';

export const meta = () =>
  pageMeta({
    title: 'Mot de passe oublié · Amasin',
    description: 'Recevez un code par SMS sur votre téléphone et choisissez un nouveau mot de passe Amasin.',
  });

export default function ForgotPassword() {
  const navigate = useNavigate();
  const { state } = useLocation();
  // The prerendered page has no navigation state.
  const hydrated = useHydrated();
  return (
    <AuthCard
      title="Mot de passe oublié"
      description="Indiquez votre numéro : un code par SMS vous permettra de choisir un nouveau mot de passe."
      footer={
        <PageLink to={hydrated ? doorOf(state) : '/login'} state={entranceState(state)}>
          Retour à la connexion
        </PageLink>
      }
    >
      <PhoneForm
        known={() => ({ phone: typedPhone(state) })}
        onAsked={(asked) => navigate('/verify-otp', { state: { ...entranceState(state), ...asked } })}
      />
    </AuthCard>
  );
}
