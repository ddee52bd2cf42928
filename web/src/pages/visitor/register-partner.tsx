import { Text } from '@mantine/core';
import { AuthCard, PrivacyNote } from '../../layout/AuthCard.tsx';
import { pageMeta } from '../../lib/seo.ts';
import { PageLink } from '../../ui/text.tsx';
import { PartnerForm } from '../../users/signing-up/PartnerForm.tsx';

export const meta = () =>
  pageMeta({
    title: 'Professionnel de santé : s’inscrire · Amasin',
    description:
      'Médecins, sages-femmes, infirmiers, kinésithérapeutes : rédigez vos ordonnances en ligne et suivez vos gains avec Amasin.',
  });

export default function RegisterPartner() {
  return (
    <AuthCard
      title="S’inscrire comme professionnel de santé"
      description="Vous rédigez vos ordonnances dès l’inscription. Vos gains vous sont payés une fois votre titre vérifié."
      footer={
        <>
          <PrivacyNote />
          <Text>
            Déjà inscrit ? <PageLink to="/admin">Se connecter</PageLink>
          </Text>
          <PageLink to="/register-pharmacy" size="xs" c="dimmed">
            Vous tenez une pharmacie ? Inscrivez-la ici
          </PageLink>
        </>
      }
    >
      <PartnerForm type="partnerDoctor" />
    </AuthCard>
  );
}
