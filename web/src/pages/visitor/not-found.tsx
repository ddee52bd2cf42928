import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';

export const meta = () => [{ title: 'Page introuvable · Amasin' }, { name: 'robots', content: 'noindex' }];

export default function NotFound() {
  return (
    <EmptyState
      title="Page introuvable"
      titleOrder={1}
      pictogram="moon"
      action={
        <Button component={Link} to="/">
          Retour à l’accueil
        </Button>
      }
    >
      Nous n’avons pas trouvé cette page. L’adresse a peut-être changé.
    </EmptyState>
  );
}
