import { Text, Title } from '@mantine/core';
import { pageMeta } from '../../lib/seo.ts';
import { PageLink, PageTitle } from '../../ui/text.tsx';
import styles from './TextParts.module.css';
import { ContactWays, type TextPart, TextParts } from './TextParts.tsx';

export const meta = () =>
  pageMeta({
    title: 'Confidentialité · Amasin',
    description:
      'Ce qu’Amasin garde de vous, pourquoi, qui le voit, et comment le consulter, le corriger ou le faire effacer.',
  });

/** Must be updated with every change of what the product stores or shows. */
const parts: readonly TextPart[] = [
  {
    title: 'Ce que nous gardons',
    lines: [
      'Votre compte : nom, téléphone, email et adresse si vous les donnez. Votre mot de passe n’est gardé que sous une forme illisible.',
      'Vos commandes : médicaments, quartier, adresse de livraison, montants et étapes.',
      'Les lieux de livraison que vous gardez : nom, quartier et adresse.',
      'Vos documents de santé : ordonnances et carte d’assurance que vous envoyez ou qu’un professionnel rédige pour vous.',
      'Vos allergies, si vous les écrivez dans votre profil, et l’âge du patient, si le prescripteur l’écrit sur l’ordonnance.',
      'Vos consultations : vos messages, ceux du professionnel de santé et les fichiers que vous échangez.',
      'Ce que vous nous dites après une livraison : si tout allait bien, une réaction à un médicament, une boîte anormale et sa photo ; si un médicament reçu est rappelé, que vous en êtes prévenu et votre réponse.',
      'Vos accords : aux conditions en vous inscrivant, à l’usage de vos données de santé avant la première fois ; la date du texte, le jour où vous l’avez donné, celui où vous l’avez retiré.',
      'Vos paiements : montant, date et référence. Votre code secret de mobile money ne nous parvient jamais.',
      'La position d’une pharmacie, si elle la donne en s’inscrivant. La vôtre, quand vous cherchez une pharmacie, sert à cette recherche et n’est pas gardée.',
    ],
  },
  {
    title: 'Pourquoi',
    lines: [
      'Préparer, livrer et encaisser votre commande, et vous prévenir de ses étapes.',
      'Vérifier une ordonnance avant de délivrer un médicament, comme la loi le demande.',
      'Payer les professionnels de santé et tenir nos comptes.',
      'Rien d’autre : ni publicité, ni revente, ni mesure d’audience.',
      'Votre appareil garde votre connexion, votre panier, ce que vous êtes en train d’écrire et de quoi se relire sans réseau. À la déconnexion, il l’oublie, sauf une marque sans nom ni numéro : il s’est déjà connecté à votre compte, et des inconnus qui essaient votre mot de passe ne vous font pas attendre.',
    ],
  },
  {
    title: 'Qui le voit',
    lines: [
      'La pharmacie qui prépare votre commande et le pharmacien qui lit votre ordonnance voient ce que leur travail demande.',
      'Le livreur voit votre nom, votre téléphone et votre adresse, jamais vos médicaments, vos ordonnances ni votre assurance.',
      'Le professionnel de santé voit les ordonnances qu’il a rédigées. Une demande de consultation montre votre nom et votre premier message aux professionnels vérifiés ; la suite, seulement à celui qui l’accepte.',
      'Nos superviseurs et notre administrateur suivent les commandes. Chaque ouverture d’un document de santé est inscrite dans un registre.',
      'Vos allergies ne sont lues par personne d’autre : la pharmacie qui prépare est avertie quand un mot que vous avez écrit se retrouve dans un médicament.',
      'Une réaction ou une boîte anormale est lue par nos pharmaciens et nos superviseurs. Le pharmacien peut la déclarer à l’autorité du médicament, avec vos initiales, jamais votre nom.',
      'Le prestataire de paiement reçoit le montant et la référence du paiement ; le prestataire de SMS, ou WhatsApp, votre numéro et le message.',
      'Quand Google envoie le code d’un mot de passe oublié, la page le dit d’abord : il reçoit alors votre numéro et le garde.',
      'La carte des pharmacies est dessinée par OpenStreetMap, qui voit l’adresse réseau de votre appareil et l’endroit regardé.',
    ],
  },
  {
    title: 'Combien de temps',
    lines: [
      'Votre compte, tant que vous l’utilisez. Vous le supprimez vous-même, dans « Mes données » de votre profil, quand rien n’est en cours.',
      'Votre nom, votre téléphone, votre email, vos adresses, votre carte d’assurance et vos notifications sont alors effacés. Vos commandes et leurs ordonnances restent sans votre nom, parce que la pharmacie et la comptabilité doivent les prouver ; ce qu’un professionnel de santé a écrit reste dans son dossier ; le journal de qui a lu quoi reste aussi.',
      'Les photos de vos ordonnances et de vos cartes, et les fichiers de vos consultations : deux ans au plus après la fin de ce qui s’en sert. Une carte active et une ordonnance encore utilisable restent.',
      'La photo d’une remise sans code, faite par le livreur : 30 jours.',
      'L’adresse, les médicaments et les notes d’une commande, et vos consultations : dix ans au plus après leur fin. Restent alors la date, la zone et les montants, pour nos comptes.',
      'Un signalement déclaré à l’autorité du médicament : dix ans au plus après sa déclaration, sans vos initiales ni photo si vous avez supprimé votre compte.',
      'Le registre de qui a vu ou changé quoi : cinq ans au plus.',
      'Le livreur ne voit plus votre téléphone ni votre adresse 24 heures après la livraison.',
      'Un fichier envoyé mais jamais utilisé est effacé de lui-même.',
    ],
  },
];

export default function Privacy() {
  return (
    <article className={styles.page}>
      <PageTitle
        title="Confidentialité"
        description="Ce que nous gardons de vous, pourquoi, qui le voit, et ce que vous pouvez demander."
      />
      <TextParts parts={parts} />
      <section>
        <Title order={2}>Vos droits</Title>
        <Text mt="xs">
          Le Code du numérique du Bénin (loi 2017-20, modifiée par la loi 2020-35) vous donne le droit de
          consulter vos données, de les corriger, de les faire effacer et de vous opposer à leur usage. Vous
          corrigez votre nom, votre téléphone et votre adresse dans votre profil ; sous « Mes données », vous
          téléchargez ce que nous savons de vous, retirez votre accord pour vos données de santé et supprimez
          votre compte. Pour le reste, écrivez-nous ou appelez-nous : nous répondons en 45 jours au plus.
        </Text>
        <ContactWays />
        <Text>
          Qui répond de vos données est écrit dans{' '}
          <PageLink to="/mentions-legales">Mentions légales</PageLink>. Si notre réponse ne vous convient pas,
          vous pouvez saisir l’Autorité de protection des données à caractère personnel (APDP), à Cotonou.
        </Text>
      </section>
    </article>
  );
}
