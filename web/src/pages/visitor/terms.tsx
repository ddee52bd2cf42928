import { formatDay } from '@amasin/domain/contract/format.ts';
import { consentVersions } from '@amasin/domain/users/consent.ts';
import { Text, Title } from '@mantine/core';
import { pageMeta } from '../../lib/seo.ts';
import { PageLink, PageTitle } from '../../ui/text.tsx';
import styles from './TextParts.module.css';
import { type TextPart, TextParts } from './TextParts.tsx';

export const meta = () =>
  pageMeta({
    title: 'Conditions · Amasin',
    description:
      'Ce à quoi Amasin s’engage et ce qui vous est demandé : commande, ordonnance, prix, paiement, livraison, annulation.',
  });

/** Must be updated with every change of what is promised, and `consentVersions.terms` with it: people who register accept it. */
const parts: readonly TextPart[] = [
  {
    title: 'Le service',
    lines: [
      'Amasin reçoit votre commande, la confie à une pharmacie et à un livreur, et encaisse pour eux. C’est la pharmacie qui vend et délivre les médicaments, comme la loi le réserve aux pharmaciens (loi 2021-03).',
      'Les listes de médicaments sont neutres : ni publicité, ni mise en avant.',
      'Un échange avec un médecin est un avis à distance. Il ne remplace ni un examen ni les secours : en cas d’urgence, appelez-les.',
    ],
  },
  {
    title: 'Votre compte',
    lines: [
      'Donnez un nom et un téléphone qui sont les vôtres : le livreur vous appelle à ce numéro.',
      'En vous inscrivant, vous acceptez ces conditions. L’usage de vos données de santé demande un accord à part, que vous pouvez retirer dans votre profil : votre carte d’assurance est alors supprimée et vos consultations prennent fin ; vos commandes déjà passées se terminent.',
      'Votre mot de passe est à vous seul. Si quelqu’un d’autre l’utilise, changez-le et prévenez-nous.',
      'Un compte qui sert à tromper, par exemple avec une fausse ordonnance ou une fausse carte, peut être désactivé.',
    ],
  },
  {
    title: 'Commande et ordonnance',
    lines: [
      'Certains médicaments ne sont délivrés que sur ordonnance. Un pharmacien en lit la photo avant le paiement, et peut en demander une autre ou la refuser.',
      'Une ordonnance ne sert qu’à la personne pour qui elle est écrite, et à une seule commande.',
      'Si un médicament manque, nous en parlons avec vous.',
    ],
  },
  {
    title: 'Prix et paiement',
    lines: [
      'Chaque montant est en francs CFA et écrit avant que vous payiez : médicaments, livraison selon le quartier, commission de 10 % des médicaments, et ce que votre carte d’assurance déduit.',
      'Le taux de votre carte est vérifié. Une carte refusée ne déduit rien, et la commande peut attendre cette vérification avant le paiement.',
      'Vous payez par mobile money, chez un prestataire. La commande est payée quand il nous le confirme.',
      'Une commande qui attend votre paiement et reste sans nouvelles plusieurs jours est annulée.',
    ],
  },
  {
    title: 'Livraison',
    lines: [
      'Le délai affiché est celui que nous visons. Chaque étape se lit dans « Suivi ».',
      'À la remise, vérifiez ce que vous recevez. Une erreur, un emballage ouvert : appelez-nous avant d’utiliser le médicament.',
    ],
  },
  {
    title: 'Annuler, être remboursé',
    lines: [
      'Avant le paiement, vous annulez vous-même, sans frais.',
      'Après le paiement et avant le départ du livreur, demandez l’annulation dans le suivi : un superviseur y répond. Acceptée, tout ce que vous avez payé vous est rendu.',
      'Une fois le livreur parti, appelez-nous.',
    ],
  },
];

export default function Terms() {
  return (
    <article className={styles.page}>
      <PageTitle
        title="Conditions"
        description={`Conditions de vente et d’utilisation, du ${formatDay(new Date(consentVersions.terms))}.`}
      />
      <TextParts parts={parts} />
      <section>
        <Title order={2}>Vos données, vos réclamations</Title>
        <Text mt="xs">
          Ce que nous gardons de vous est écrit dans{' '}
          <PageLink to="/confidentialite">Confidentialité</PageLink>. Qui répond d’Amasin, et comment nous
          joindre, dans <PageLink to="/mentions-legales">Mentions légales</PageLink>. Le droit du Bénin
          s’applique ; en cas de désaccord, parlez-nous-en d’abord.
        </Text>
      </section>
    </article>
  );
}
