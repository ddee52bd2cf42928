import { Button, Paper, Text, Title } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { contact } from '../../lib/contact.ts';
import { formatPhone, quoted, telephoneUrl } from '../../lib/format.ts';
import { pageMeta } from '../../lib/seo.ts';
import { Pictogram, type PictogramName } from '../../ui/art.tsx';
import { PageTitle } from '../../ui/text.tsx';
import styles from './about.module.css';

export const meta = () =>
  pageMeta({
    title: 'À propos d’Amasin · Amasin',
    description:
      'Notre mission, nos valeurs et notre équipe : des médicaments livrés en moins de 2 heures à Cotonou, avec les pharmacies du quartier.',
  });

const values: readonly { pictogram: PictogramName; title: string; text: string }[] = [
  {
    pictogram: 'shield',
    title: 'La sécurité',
    text: 'Un pharmacien lit chaque ordonnance, une pharmacie prépare chaque commande.',
  },
  {
    pictogram: 'motorbike',
    title: 'La rapidité',
    text: 'Moins de 2 heures entre votre commande et votre porte.',
  },
  {
    pictogram: 'phone',
    title: 'La proximité',
    text: 'Des équipes d’ici, que vous appelez d’un geste.',
  },
  {
    pictogram: 'basket',
    title: 'La transparence',
    text: 'Chaque montant est écrit avant que vous payiez, notre commission aussi.',
  },
];

const projections = [
  { figure: '500+', what: 'clients par semaine' },
  { figure: '500+', what: 'pharmacies partenaires' },
  { figure: '500+', what: 'commandes par jour' },
] as const;

const team = [
  { title: 'Pharmaciens', text: 'Ils lisent les ordonnances et répondent de ce qui est délivré.' },
  { title: 'Superviseurs', text: 'Ils confient chaque commande à une pharmacie et à un livreur.' },
  { title: 'Livreurs', text: 'Ils connaissent vos quartiers et vos repères.' },
  { title: 'Équipe technique', text: 'Elle tient le service debout et protège vos données.' },
] as const;

export default function About() {
  return (
    <>
      <PageTitle title="À propos" description={`Amasin veut dire ${quoted('médicament')} en fon.`} />

      <section className={styles.part} aria-labelledby="mission">
        <Title order={2} id="mission">
          Notre mission
        </Title>
        <Text size="lg" className={styles.mission}>
          Que chacun, à Cotonou et aux environs, reçoive ses médicaments chez lui, de jour comme de nuit, sans
          courir d’une pharmacie à l’autre. Nous relions clients, pharmacies, livreurs et professionnels de
          santé.
        </Text>
      </section>

      <section className={styles.part} aria-labelledby="values">
        <Title order={2} id="values">
          Nos valeurs
        </Title>
        <div className={styles.cards}>
          {values.map(({ pictogram, title, text }) => (
            <Paper key={title} className={styles.card}>
              <Pictogram name={pictogram} size={44} />
              <div>
                <Title order={3}>{title}</Title>
                <Text c="dimmed">{text}</Text>
              </div>
            </Paper>
          ))}
        </div>
      </section>

      <section className={styles.part} aria-labelledby="projections">
        <Title order={2} id="projections">
          Nos projections
        </Title>
        <Text c="dimmed" mt={4}>
          Ce que nous visons, et non des résultats déjà atteints.
        </Text>
        <dl className={styles.figures}>
          {projections.map(({ figure, what }) => (
            <div key={what} className={styles.figure}>
              <dt>{what}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section className={styles.part} aria-labelledby="team">
        <Title order={2} id="team">
          Notre équipe
        </Title>
        <ul className={styles.team}>
          {team.map(({ title, text }) => (
            <li key={title}>
              <Title order={3}>{title}</Title>
              <Text c="dimmed">{text}</Text>
            </li>
          ))}
        </ul>
      </section>

      <section className={styles.contact} aria-labelledby="contact">
        <div>
          <Title order={2} id="contact">
            Parlons-en
          </Title>
          <Text mt={4}>{`Une question, une remarque ? Nous vous répondons. ${contact.place}.`}</Text>
        </div>
        <div className={styles.ways}>
          <Button
            component="a"
            href={telephoneUrl(contact.phone) ?? undefined}
            size="lg"
            leftSection={<IconPhone size={20} aria-hidden="true" />}
            aria-label={`Appeler Amasin, ${formatPhone(contact.phone)}`}
          >
            Appeler
          </Button>
          <Button
            component="a"
            href={`mailto:${contact.email}`}
            size="lg"
            variant="default"
            leftSection={<IconMail size={20} aria-hidden="true" />}
            aria-label={`Écrire à Amasin, ${contact.email}`}
          >
            Écrire
          </Button>
        </div>
      </section>
    </>
  );
}
