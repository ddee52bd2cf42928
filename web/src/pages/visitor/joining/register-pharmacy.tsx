import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { AuthCard } from '../../../layout/entrance/AuthCard.tsx';
import { PrivacyNote } from '../../../layout/entrance/PrivacyNote.tsx';
import { VisitorsOnly } from '../../../layout/entrance/VisitorsOnly.tsx';
import { pageMeta } from '../../../lib/seo/page-meta.ts';
import { PartnerForm } from '../../../users/signing-up/PartnerForm.tsx';

export const meta = () =>
  pageMeta({
    title: 'Inscrire ma pharmacie · Amasin',
    description:
      'Pharmacies de Cotonou et des environs : inscrivez-vous pour recevoir des commandes à préparer, livrées par nos livreurs.',
  });

export default function RegisterPharmacy() {
  return (
    <VisitorsOnly>
      <AuthCard
        title="Inscrire ma pharmacie"
        description="Un administrateur active votre compte, puis les commandes arrivent sur votre écran."
        footer={
          <>
            <PrivacyNote />
            <Text>
              Déjà inscrite ?{' '}
              <Anchor component={Link} to="/admin">
                Se connecter
              </Anchor>
            </Text>
            <Anchor component={Link} to="/register-partner" size="xs" c="dimmed">
              Vous êtes professionnel de santé ? Inscrivez-vous ici
            </Anchor>
          </>
        }
      >
        <PartnerForm type="pharmacy" />
      </AuthCard>
    </VisitorsOnly>
  );
}
