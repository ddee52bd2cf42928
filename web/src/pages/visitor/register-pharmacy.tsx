import { Text } from '@mantine/core';
import { AuthCard, PrivacyNote } from '../../layout/AuthCard.tsx';
import { pageMeta } from '../../lib/seo.ts';
import { PageLink } from '../../ui/text.tsx';
import { PartnerForm } from '../../users/signing-up/PartnerForm.tsx';

export const meta = () =>
  pageMeta({
    title: 'Inscrire ma pharmacie · Amasin',
    description:
      'Pharmacies de Cotonou et des environs : inscrivez-vous pour recevoir des commandes à préparer, livrées par nos livreurs.',
  });

export default function RegisterPharmacy() {
  return (
    <AuthCard
      title="Inscrire ma pharmacie"
      description="Un administrateur active votre compte, puis les commandes arrivent sur votre écran."
      footer={
        <>
          <PrivacyNote />
          <Text>
            Déjà inscrite ? <PageLink to="/admin">Se connecter</PageLink>
          </Text>
          <PageLink to="/register-partner" size="xs" c="dimmed">
            Vous êtes professionnel de santé ? Inscrivez-vous ici
          </PageLink>
        </>
      }
    >
      <PartnerForm type="pharmacy" />
    </AuthCard>
  );
}
