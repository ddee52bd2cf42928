import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { AuthCard } from '../../../layout/entrance/AuthCard.tsx';
import { VisitorsOnly } from '../../../layout/entrance/VisitorsOnly.tsx';
import { pageMeta } from '../../../lib/seo/page-meta.ts';
import { PhoneForm } from '../../../session/recovery/PhoneForm.tsx';

export const meta = () =>
  pageMeta({
    title: 'Mot de passe oublié · Amasin',
    description: 'Recevez un code par SMS sur votre téléphone et choisissez un nouveau mot de passe Amasin.',
  });

export default function ForgotPassword() {
  const navigate = useNavigate();
  return (
    <VisitorsOnly>
      <AuthCard
        title="Mot de passe oublié"
        description="Indiquez votre numéro : un code par SMS vous permettra de choisir un nouveau mot de passe."
        footer={
          <Anchor component={Link} to="/login">
            Retour à la connexion
          </Anchor>
        }
      >
        <PhoneForm onAsked={(asked) => navigate('/verify-otp', { state: asked })} />
      </AuthCard>
    </VisitorsOnly>
  );
}
