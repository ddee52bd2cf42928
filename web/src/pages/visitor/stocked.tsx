import { Button, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useHydrated } from '../../lib/hydration.tsx';
import { pageMeta } from '../../lib/seo.ts';
import { PublicSearch } from '../../medications/PublicSearch.tsx';
import { useSession } from '../../session/session-context.ts';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { PageTitle } from '../../ui/text.tsx';

const Stocked = lazyWithRetry(() => import('../../stock/Stocked.tsx').then(({ Stocked }) => Stocked), {
  rows: 3,
  height: 190,
});

export const meta = () =>
  pageMeta({
    title: 'Qui a ce médicament ? · Amasin',
    description:
      'Les pharmacies de Cotonou et des environs où un médicament a été vu en stock ces dernières heures, les plus proches d’abord.',
  });

const PATH = '/pharmacies/medicament';
/** The search param with the chosen medicine. */
const PARAM = 'id';

export default function StockedPage() {
  const { user, status } = useSession();
  const [search] = useSearchParams();
  // The prerendered page has no search params.
  const id = useHydrated() ? search.get(PARAM) : null;
  return (
    <>
      <PageTitle
        title="Qui a ce médicament ?"
        description="Les pharmacies qui l’ont dit ces dernières heures."
      />
      {id === null ? (
        <PublicSearch
          path={PATH}
          // A visitor reads nothing of medicines that require a prescription.
          allPrescribed={user !== null}
          actionOf={({ _id, label }) => (
            <Button
              component={Link}
              to={`${PATH}?${PARAM}=${_id}`}
              variant="light"
              aria-label={`Voir les pharmacies qui ont ${label}`}
            >
              Qui l’a ?
            </Button>
          )}
        />
      ) : status === 'loading' ? null : (
        <Stocked id={id} isSignedIn={user !== null} other={PATH} />
      )}
      <Text size="sm" c="dimmed" mt="lg">
        Appelez avant de vous déplacer : un médicament vu ce matin peut être parti.
      </Text>
    </>
  );
}
