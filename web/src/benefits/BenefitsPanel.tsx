import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { messageOf } from '../lib/api/api-error.ts';
import { useOnline } from '../ui/connection/use-online.ts';
import { preloadDialog } from '../ui/dialog/ResponsiveDialog.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../ui/feedback/ListSkeleton.tsx';
import { usePlatformBenefits } from './api.ts';
import styles from './benefits.module.css';
import { PlatformShare } from './PlatformShare.tsx';
import { PartnerList } from './partners/PartnerList.tsx';

const FAILED = 'Erreur lors du chargement des données';

/** « Bénéfices »: what the platform and its partners earned, and their payment (SPEC 2). */
export default function BenefitsPanel() {
  const benefits = usePlatformBenefits();
  const online = useOnline();
  useEffect(preloadDialog, []);
  const retry = () => void benefits.refetch();

  if (benefits.data === undefined) {
    if (!benefits.isError && online) return <BenefitsSkeleton />;
    return (
      <ErrorState
        message={messageOf(benefits.error, FAILED)}
        onRetry={retry}
        retrying={benefits.isFetching}
      />
    );
  }
  return (
    <>
      {benefits.isError ? (
        <div className={styles.outdated} role="alert">
          <span>{messageOf(benefits.error, FAILED)} Les montants peuvent dater.</span>
          <Button
            variant="subtle"
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            onClick={retry}
            loading={benefits.isFetching}
          >
            Réessayer
          </Button>
        </div>
      ) : null}
      <PlatformShare benefits={benefits.data} />
      <PartnerList partners={benefits.data.partners} />
    </>
  );
}

function BenefitsSkeleton() {
  return (
    <>
      <SimpleGrid
        className={`${styles.skeleton} ${styles.figures}`}
        cols={{ base: 2, xs: 3 }}
        spacing="sm"
        mb="lg"
        aria-hidden="true"
      >
        <Skeleton height={84} />
        <Skeleton height={84} />
        <Skeleton height={84} />
      </SimpleGrid>
      <ListSkeleton rows={6} height={64} />
    </>
  );
}
