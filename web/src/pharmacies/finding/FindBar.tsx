import { Box, Button } from '@mantine/core';
import { IconCurrentLocation, IconMoonStars } from '@tabler/icons-react';
import styles from './finding.module.css';
import type { PharmacyFilters } from './pharmacy-filters.ts';

const icon = { size: 20, 'aria-hidden': true } as const;

type Props = {
  filters: PharmacyFilters;
  onChange: (change: Partial<PharmacyFilters>) => void;
  /** Whether the search is around the user's position. */
  near: boolean;
  asking: boolean;
  onNear: () => void;
};

/** Above the results: near the person, or on duty. */
export function FindBar({ filters, onChange, near, asking, onNear }: Props) {
  return (
    <Box role="search" aria-label="Chercher une pharmacie" className={styles.buttons}>
      <Button
        variant={near ? 'light' : 'filled'}
        leftSection={<IconCurrentLocation {...icon} />}
        loading={asking}
        onClick={onNear}
      >
        Près de moi
      </Button>
      <Button
        variant={filters.duty ? 'filled' : 'default'}
        leftSection={<IconMoonStars {...icon} />}
        aria-pressed={filters.duty}
        onClick={() => onChange({ duty: !filters.duty })}
      >
        Pharmacies de garde
      </Button>
    </Box>
  );
}
