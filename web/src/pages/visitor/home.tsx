import type { User } from '@amasin/domain/users/user.ts';
import { Button, Text, TextInput, Title } from '@mantine/core';
import { IconArrowRight, IconStethoscope } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { Link, type MetaDescriptor, useNavigate } from 'react-router';
import { CHAT_PARAM, toChat } from '../../consultations/chat-param.ts';
import { contact } from '../../lib/contact.ts';
import { pageMeta } from '../../lib/seo.ts';
import { toast } from '../../lib/toast.tsx';
import { DisabledAccount } from '../../session/DisabledAccount.tsx';
import { homePathOf, toOrder, typeOf } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';
import { Pictogram, type PictogramName } from '../../ui/art.tsx';
import { Heading, Paragraph } from '../../ui/plain.tsx';
import { PageLink } from '../../ui/text.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import styles from './home.module.css';

/** Structured data for search engines (schema.org). URLs are relative. No medicine is named. */
export const organization: MetaDescriptor = {
  'script:ld+json': {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': '/#organisation',
        name: 'Amasin',
        url: '/',
        logo: '/share.png',
        email: contact.email,
        telephone: contact.phone,
        address: { '@type': 'PostalAddress', addressLocality: 'Cotonou', addressCountry: 'BJ' },
        areaServed: { '@type': 'City', name: 'Cotonou' },
      },
      {
        '@type': 'WebSite',
        '@id': '/#site',
        name: 'Amasin',
        url: '/',
        inLanguage: 'fr',
        publisher: { '@id': '/#organisation' },
      },
    ],
  },
};

const forCustomers = {
  title: 'Besoin d’un médicament ?',
  text: 'Une minute pour commander, moins de 2 heures pour être livré.',
};

/** The call to action of the home page; its text depends on the user. */
export function CallToAction() {
  const { user } = useSession();
  const { title, text, to, label } = callFor(user);
  // Users whose type has no page of its own stay on this page.
  if (to === '/') return null;
  return (
    <section className={styles.call} aria-labelledby="call">
      <div>
        <Heading order={2} id="call">
          {title}
        </Heading>
        <Paragraph className={styles.callText}>{text}</Paragraph>
      </div>
      <Button
        component={Link}
        to={to}
        state={user === null ? toOrder : null}
        size="lg"
        color="soleil"
        className={styles.button}
      >
        {label}
      </Button>
    </section>
  );
}

function callFor(user: User | null) {
  if (user === null) return { ...forCustomers, to: '/register', label: 'Créer mon compte' };
  if (typeOf(user) === 'customer') return { ...forCustomers, to: '/order', label: 'Préparer ma commande' };
  return {
    title: 'Votre espace de travail',
    text: 'Ce qui vous attend s’y trouve.',
    to: homePathOf(user),
    label: 'Ouvrir mon espace',
  };
}

const look = {
  size: 'lg',
  variant: 'default',
  leftSection: <IconStethoscope size={20} aria-hidden="true" />,
} as const;

const LABEL = 'Parler à un médecin';

/** The doctor chat button. Visitors sign in first; people who work here have no chat of their own. */
export function DoctorButton() {
  const { user, status } = useSession();
  const { open } = useDialogUrl(CHAT_PARAM);
  if (user === null) {
    const explain = () => {
      if (status === 'visitor') toast.error('Veuillez vous connecter pour discuter avec un médecin');
    };
    return (
      <Button {...look} component={Link} to="/login" state={toChat} onClick={explain}>
        {LABEL}
      </Button>
    );
  }
  if (typeOf(user) !== 'customer') return null;
  return (
    <Button {...look} aria-haspopup="dialog" onClick={() => open('list')}>
      {LABEL}
    </Button>
  );
}

/** The hero's button: its label and target depend on the user. */
export function HeroAction() {
  const { user } = useSession();
  const { to, label } = actionOf(user);
  // Users whose type has no page of its own stay on this page.
  if (to === '/') return null;
  return (
    <Button
      component={Link}
      to={to}
      state={user === null ? toOrder : null}
      size="lg"
      color="soleil"
      rightSection={<IconArrowRight size={20} aria-hidden="true" />}
    >
      {label}
    </Button>
  );
}

function actionOf(user: User | null): { to: string; label: string } {
  if (user === null) return { to: '/register', label: 'Commander' };
  if (typeOf(user) === 'customer') return { to: '/order', label: 'Commander maintenant' };
  return { to: homePathOf(user), label: 'Tableau de bord' };
}

const signUpPages = [
  {
    to: '/register-pharmacy',
    pictogram: 'pharmacy',
    title: 'Vous tenez une pharmacie',
    text: 'Recevez des commandes et préparez-les au comptoir.',
    label: 'Inscrire ma pharmacie',
  },
  {
    to: '/register-partner',
    pictogram: 'stethoscope',
    title: 'Vous êtes professionnel de santé',
    text: 'Rédigez vos ordonnances en ligne, suivez vos gains.',
    label: 'M’inscrire comme professionnel',
  },
] as const;

/** Links for visitors to sign up as a pharmacy or a health professional. */
export function JoinUs() {
  const { user } = useSession();
  if (user !== null) return null;
  return (
    <section className={styles.part} aria-labelledby="join">
      <Heading order={2} id="join" className={styles.partTitle}>
        Travaillez avec nous
      </Heading>
      <div className={styles.cards}>
        {signUpPages.map(({ to, pictogram, title, text, label }) => (
          <div key={to} className={styles.card}>
            <Pictogram name={pictogram} size={44} />
            <div>
              <Heading order={3}>{title}</Heading>
              <Paragraph quiet>{text}</Paragraph>
              <PageLink to={to} className={styles.link}>
                {label}
              </PageLink>
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Opens the search for medicines; before hydration too. */
export function MedicineForm() {
  const navigate = useNavigate();
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '');
    void navigate(`/medicaments?${new URLSearchParams({ q })}`);
  };
  return (
    <section className={styles.search} aria-labelledby="medicine">
      <Heading order={2} id="medicine">
        Chercher un médicament
      </Heading>
      <Paragraph quiet>Voyez s’il est au catalogue, et son prix, sans créer de compte.</Paragraph>
      <form action="/medicaments" onSubmit={open} className={styles.form}>
        <TextInput
          name="q"
          type="search"
          aria-label="Nom du médicament"
          placeholder="Sa marque ou sa substance"
          size="md"
          className={styles.field}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={80}
        />
        <Button type="submit" size="md" variant="light">
          Chercher
        </Button>
      </form>
    </section>
  );
}

/** A courier on the way from the pharmacy, at dusk. Purely decorative. */
export function HeroDrawing() {
  return (
    <svg className={styles.courier} viewBox="0 0 440 320" aria-hidden="true" focusable="false">
      <path
        className={styles.wash}
        d="M60 40C140-20 330-10 400 70s40 210-60 235S60 300 25 215 10 80 60 40Z"
      />
      <path className={styles.sun} d="M372 36a30 30 0 1 0 19 52 25 25 0 0 1-19-52Z" />
      <path className={styles.wall} d="M58 120h112v136H58z" />
      <path className={styles.roof} d="M48 120h132l-12-28H60z" />
      <path className={styles.door} d="M74 190h34v66H74zM124 190h30v32h-30z" />
      <path className={styles.cross} d="M106 128h16v12h12v16h-12v12h-16v-12H94v-16h12z" />
      <path className={styles.road} d="M30 258h380" />
      <path className={styles.dash} d="M60 278h40M130 278h60M220 278h30M290 278h70" />
      <g transform="translate(214 146) scale(1.35)">
        <path className={styles.box} d="M0 2h30v26H0z" />
        <path className={styles.leaf} d="M15 6c4 5 7 8 7 11a7 7 0 0 1-14 0c0-3 3-6 7-11Z" />
        <path
          className={styles.scooter}
          d="M6 62c0-16 11-26 26-26h24c4 0 6 2 7 6l4 14h15L72 16h-9a4 4 0 0 1 0-8h12c2 0 4 1 5 3l13 49c1 3-1 6-4 6H44a20 20 0 0 0-38 0z"
        />
        <circle className={styles.lamp} cx="84" cy="20" r="5" />
        <path className={styles.seat} d="M22 30h34a4 4 0 0 1 0 8H22z" />
        <path
          className={styles.body}
          d="M38 32c-2-24 2-40 14-42l10 6 12 14-6 5-12-10 2 20 12 8 4 20h-9l-4-15-14-6z"
        />
        <circle className={styles.helmet} cx="56" cy="-22" r="13" />
        <path className={styles.visor} d="M59-27h10a13 13 0 0 1-1 10h-9z" />
        <circle className={styles.wheel} cx="25" cy="68" r="13" />
        <circle className={styles.wheel} cx="94" cy="68" r="13" />
      </g>
    </svg>
  );
}

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
          <PageLink to="/pharmacies?duty=1" className={styles.duty}>
            Pharmacies de garde
          </PageLink>
        </div>
        <div className={styles.drawing}>
          <HeroDrawing />
        </div>
      </section>

      <MedicineForm />

      <section className={styles.part} aria-labelledby="benefits">
        <Heading order={2} id="benefits" className={styles.partTitle}>
          Pourquoi Amasin
        </Heading>
        <div className={styles.cards}>
          {benefits.map(({ pictogram, title, text }) => (
            <div key={title} className={styles.card}>
              <Pictogram name={pictogram} size={44} />
              <div>
                <Heading order={3}>{title}</Heading>
                <Paragraph quiet>{text}</Paragraph>
              </div>
            </div>
          ))}
        </div>
      </section>

      <section className={styles.part} aria-labelledby="steps">
        <Heading order={2} id="steps" className={styles.partTitle}>
          Comment ça marche
        </Heading>
        <ol className={styles.steps}>
          {steps.map(({ title, text }, place) => (
            <li key={title} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                {place + 1}
              </span>
              <div>
                <Heading order={3}>{title}</Heading>
                <Paragraph quiet>{text}</Paragraph>
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
