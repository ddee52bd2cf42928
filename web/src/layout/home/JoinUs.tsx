import { Paper, Text, Title } from '@mantine/core';
import { useSession } from '../../session/session-context.ts';
import { Pictogram } from '../../ui/art.tsx';
import { PageLink } from '../../ui/text.tsx';
import styles from './JoinUs.module.css';

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
      <Title order={2} id="join" mb="md">
        Travaillez avec nous
      </Title>
      <div className={styles.cards}>
        {signUpPages.map(({ to, pictogram, title, text, label }) => (
          <Paper key={to} className={styles.card}>
            <Pictogram name={pictogram} size={44} />
            <div>
              <Title order={3}>{title}</Title>
              <Text c="dimmed">{text}</Text>
              <PageLink to={to} className={styles.link}>
                {label}
              </PageLink>
            </div>
          </Paper>
        ))}
      </div>
    </section>
  );
}
