import { auditGroupLabels, auditGroups, auditKindLabels, auditKinds } from '@amasin/domain/audit/actions.ts';
import type { LinkProps } from 'react-router';
import { DayField } from '../../ui/DayField.tsx';
import { FilterFold, FilterLinks, SearchField, SelectField } from '../../ui/filters.tsx';
import { type JournalFilters, journalFilters } from './journal-filters.ts';

type Part = Partial<JournalFilters>;
type Props = {
  filters: JournalFilters;
  onChange: (part: Part) => void;
  linkTo: (part: Part) => Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
};

const groups = [
  { value: '' as const, label: 'Tout' },
  ...auditGroups.map((value) => ({ value, label: auditGroupLabels[value] })),
];
const kinds = [
  { value: '', label: 'Tous' },
  ...auditKinds.map((value) => ({ value, label: auditKindLabels[value] })),
];

export function JournalFold({ filters, onChange, linkTo }: Props) {
  const { group, kind, subject, from, to } = filters;
  const readKind = (value: string) => journalFilters.read(new URLSearchParams({ kind: value })).kind;
  return (
    <FilterFold
      label="Chercher dans le journal"
      chips={
        <FilterLinks
          label="Groupe"
          oneLine
          options={groups.map(({ value, label }) => ({
            label,
            isCurrent: group === value,
            link: linkTo({ group: value }),
          }))}
        />
      }
      search={
        <SearchField
          label="Chercher une commande ou une ordonnance"
          placeholder="Numéro : CMD-… ou ORD-…"
          value={subject}
          onSearch={(text) => onChange({ subject: text })}
        />
      }
      on={[kind, from, to].filter((value) => value !== '').length}
    >
      <SelectField
        label="Objet"
        options={kinds}
        value={kind}
        onChange={(value) => onChange({ kind: readKind(value) })}
      />
      <DayField label="Depuis le" value={from} onChange={(day) => onChange({ from: day })} />
      <DayField label="Jusqu’au" value={to} onChange={(day) => onChange({ to: day })} />
    </FilterFold>
  );
}
