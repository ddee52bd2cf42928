import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { VisitorsOnly } from '../../layout/AuthCard.tsx';
import { pageMeta } from '../../lib/seo.ts';
import { EmptyState } from '../../ui/feedback.tsx';

export const meta = () =>
  pageMeta({
    title: 'Compte supprimé · Amasin',
    description: 'Votre compte est supprimé, et vous êtes déconnecté de tous vos appareils.',
    hidden: true,
  });

/** Where a customer arrives who has deleted her account. */
export default function AccountDeleted() {
  return (
    <VisitorsOnly>
      <EmptyState
        title="Votre compte est supprimé"
        titleOrder={1}
        pictogram="moon"
        action={
          <>
            <Button component={Link} to="/">
              Retour à l’accueil
            </Button>
            <Button component={Link} to="/confidentialite" variant="subtle">
              Ce qui reste, et pourquoi
            </Button>
          </>
        }
      >
        <p>
          Vous êtes déconnecté de tous vos appareils, et celui-ci a tout oublié de vous. Vous pourrez créer un
          autre compte avec le même téléphone.
        </p>
      </EmptyState>
    </VisitorsOnly>
  );
}
