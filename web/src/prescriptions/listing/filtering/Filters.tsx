import { Box, Group } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { LinkProps } from 'react-router';
import { FilterLinks } from '../../../ui/listing/filters/FilterLinks.tsx';
import { SearchField } from '../../../ui/listing/filters/SearchField.tsx';
import type { PrescriptionFilters } from './prescription-filters.ts';

type Part = Partial<PrescriptionFilters>;
type Props = {
  filters: PrescriptionFilters;
  searchLabel: string;
  onChange: (part: Part) => void;
  linkTo: (part: Part) => Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
  onSearchKey: (event: KeyboardEvent) => void;
};

/** The three filters of SPEC 2, in order. */
const uses = [
  { used: '', label: 'Toutes' },
  { used: 'true', label: 'Utilisées' },
  { used: 'false', label: 'En attente' },
] as const;

export function Filters({ filters, searchLabel, onChange, linkTo, onSearchKey }: Props) {
  return (
    <Group gap="sm" align="flex-end">
      <FilterLinks
        label="Filtrer les ordonnances"
        options={uses.map(({ used, label }) => ({
          label,
          isCurrent: filters.used === used,
          link: linkTo({ used }),
        }))}
      />
      <Box flex="1 1 240px">
        <SearchField
          label={searchLabel}
          value={filters.q}
          onSearch={(q) => onChange({ q })}
          onKeyDown={onSearchKey}
        />
      </Box>
    </Group>
  );
}
