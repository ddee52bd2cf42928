import type { User } from '@amasin/domain/users/user.ts';
import { Button, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { homePathOf, toOrder, typeOf } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';
import styles from './CallToAction.module.css';

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
        <Title order={2} id="call">
          {title}
        </Title>
        <Text mt={4}>{text}</Text>
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
