import { Paper, Text, Title } from '@mantine/core';
import { CallToAction } from '../../layout/home/CallToAction.tsx';
import { DoctorButton } from '../../layout/home/DoctorButton.tsx';
import { HeroAction } from '../../layout/home/HeroAction.tsx';
import { JoinUs } from '../../layout/home/JoinUs.tsx';
import { MedicineForm } from '../../layout/home/MedicineForm.tsx';
import { organization } from '../../lib/seo/organization.ts';
import { pageMeta } from '../../lib/seo.ts';
import { DisabledAccount } from '../../session/DisabledAccount.tsx';
import { useSession } from '../../session/session-context.ts';
import { HeroDrawing } from '../../ui/art/HeroDrawing.tsx';
import { Pictogram, type PictogramName } from '../../ui/art.tsx';
import styles from './home.module.css';

export const meta = () => [
  ...pageMeta({
    title: 'Amasin, vos médicaments livrés à Cotonou',
    description:
      'Commandez vos médicaments en ligne : une pharmacie partenaire les prépare, un livreur vous les apporte à Cotonou et aux environs.',
  }),
  organization,
];

const benefits: readonly {
  pictogram: PictogramName;
  title: string;
  text: string;
}[] = [
  {
    pictogram: 'motorbike',
    title: 'En moins de 2 heures',
    text: 'Un livreur part de la pharmacie et vient jusqu’à votre porte.',
  },
  {
    pictogram: 'moon',
    title: 'Service 24h/7',
    text: 'Le jour, la nuit et le dimanche : vous commandez quand vous en avez besoin.',
  },
  {
    pictogram: 'pharmacy',
    title: 'Des pharmacies partenaires',
    text: 'Chaque commande est préparée par une pharmacie, et vous savez laquelle.',
  },
  {
    pictogram: 'shield',
    title: 'Un prix clair',
    text: 'Médicaments, livraison, commission : vous voyez chaque montant avant de payer.',
  },
];

const steps = [
  {
    title: 'Vous commandez',
    text: 'Choisissez vos médicaments et dites où vous livrer.',
  },
  {
    title: 'Nous validons',
    text: 'La commande est vérifiée et confiée à une pharmacie partenaire.',
  },
  {
    title: 'Vous êtes livré',
    text: 'Suivez le livreur et appelez-le d’un geste.',
  },
];

export default function Home() {
  const { user } = useSession();
  // Users whose type has no page of its own are redirected here, deactivated ones too.
  if (user && !user.active) return <DisabledAccount />;
  return (
    <>
      <section className={styles.hero}>
        <div>
          <Title order={1} className={styles.heading}>
            Vos médicaments, livrés chez vous
          </Title>
          <Text size="lg" className={styles.lead}>
            Commandez depuis votre téléphone. Une pharmacie de Cotonou prépare, un livreur vous apporte.
          </Text>
          <div className={styles.actions}>
            <HeroAction />
            <DoctorButton />
          </div>
        </div>
        <div className={styles.drawing}>
          <HeroDrawing />
        </div>
      </section>

      <MedicineForm />

      <section className={styles.part} aria-labelledby="benefits">
        <Title order={2} id="benefits" className={styles.partTitle}>
          Pourquoi Amasin
        </Title>
        <div className={styles.benefits}>
          {benefits.map(({ pictogram, title, text }) => (
            <Paper key={title} className={styles.benefit}>
              <Pictogram name={pictogram} size={44} />
              <div>
                <Title order={3}>{title}</Title>
                <Text c="dimmed">{text}</Text>
              </div>
            </Paper>
          ))}
        </div>
      </section>

      <section className={styles.part} aria-labelledby="steps">
        <Title order={2} id="steps" className={styles.partTitle}>
          Comment ça marche
        </Title>
        <ol className={styles.steps}>
          {steps.map(({ title, text }, place) => (
            <li key={title} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                {place + 1}
              </span>
              <div>
                <Title order={3}>{title}</Title>
                <Text c="dimmed">{text}</Text>
              </div>
            </li>
          ))}
        </ol>
      </section>

      <CallToAction />
      <JoinUs />
    </>
  );
}
