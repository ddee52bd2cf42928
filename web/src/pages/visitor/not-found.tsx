import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { pageMeta } from '../../lib/seo.ts';
import { homePathOf, toOrder } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { PageLink } from '../../ui/text.tsx';
import styles from './not-found.module.css';

export const meta = () =>
  pageMeta({
    title: 'Page introuvable · Amasin',
    description: 'Cette adresse ne mène à aucune page d’Amasin.',
    hidden: true,
  });

type PlaceToGo = { to: string; label: string; state?: object };

const forVisitors: readonly PlaceToGo[] = [
  { to: '/medicaments', label: 'Chercher un médicament' },
  { to: '/register', label: 'Commander des médicaments', state: toOrder },
  { to: '/login', label: 'Me connecter' },
];

export default function NotFound() {
  const { user } = useSession();
  const home = user === null ? '/' : homePathOf(user);
  const links: readonly PlaceToGo[] = [
    ...(user === null ? forVisitors : home === '/' ? [] : [{ to: home, label: 'Mon espace' }]),
    { to: '/pharmacies', label: 'Trouver une pharmacie' },
    { to: '/about', label: 'Nous joindre' },
  ];
  return (
    <EmptyState
      title="Page introuvable"
      titleOrder={1}
      pictogram="moon"
      action={
        <>
          <Button component={Link} to="/">
            Retour à l’accueil
          </Button>
          <ul className={styles.links}>
            {links.map(({ to, label, state }) => (
              <li key={to}>
                <PageLink to={to} state={state}>
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </>
      }
    >
      Nous n’avons pas trouvé cette page. L’adresse a peut-être changé.
    </EmptyState>
  );
}
