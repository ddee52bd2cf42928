import { Button, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { typeOf } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';
import styles from './CallToAction.module.css';

/** The end of a public page: the one thing to do next. Those who work here have their own screens. */
export function CallToAction() {
  const { user } = useSession();
  if (user !== null && typeOf(user) !== 'customer') return null;
  const next =
    user === null
      ? { to: '/register', label: 'Créer mon compte' }
      : { to: '/order', label: 'Préparer ma commande' };
  return (
    <section className={styles.call} aria-labelledby="call">
      <div>
        <Title order={2} id="call">
          Besoin d’un médicament ?
        </Title>
        <Text mt={4}>Une minute pour commander, moins de 2 heures pour être livré.</Text>
      </div>
      <Button component={Link} to={next.to} size="lg" color="soleil" className={styles.button}>
        {next.label}
      </Button>
    </section>
  );
}
