import { MAX_RADIUS_KM } from '@amasin/domain/pharmacies/search-radius.ts';
import { Button } from '@mantine/core';
import { EmptyState } from '../ui/feedback.tsx';
import type { PharmacyFilters } from './api.ts';

type NothingFoundProps = { filters: PharmacyFilters; onChange: (change: Partial<PharmacyFilters>) => void };

/** Shown when no pharmacy was found, with what to try next. */
export function NothingFound({ filters, onChange }: NothingFoundProps) {
  const title = 'Aucune pharmacie trouvée dans votre zone';
  if (filters.duty)
    return (
      <EmptyState
        title={title}
        pictogram="moon"
        action={
          <Button variant="light" onClick={() => onChange({ duty: false })}>
            Toutes les pharmacies
          </Button>
        }
      >
        Aucune garde n’est annoncée en ce moment. Le jour, presque toutes les pharmacies sont ouvertes.
      </EmptyState>
    );
  const widest = filters.radius === MAX_RADIUS_KM;
  return (
    <EmptyState
      title={title}
      pictogram="pharmacy"
      action={
        widest ? null : (
          <Button
            variant="light"
            onClick={() => onChange({ radius: MAX_RADIUS_KM })}
          >{`Chercher jusqu’à ${MAX_RADIUS_KM} km`}</Button>
        )
      }
    >
      {widest
        ? 'Vous pouvez commander : nous livrons à Cotonou et aux environs.'
        : 'Élargissez le rayon de recherche.'}
    </EmptyState>
  );
}
