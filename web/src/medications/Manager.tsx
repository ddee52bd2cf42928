import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFileText, IconHelpCircle } from '@tabler/icons-react';
import type { LinkProps } from 'react-router';
import { countOf } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { StateBadge, Tags } from '../ui/badges.tsx';
import { DayField } from '../ui/DayField.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { FilterFold, FilterLinks, ListAction, SearchField, SelectField } from '../ui/filters.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { CountLine, ListState } from '../ui/listing.tsx';
import { PageButtons } from '../ui/PageButtons.tsx';
import { openedOf, useRowDialogs } from '../ui/RowDialogs.tsx';
import {
  ActionButton,
  Cell,
  DeleteButton,
  EditButton,
  Fact,
  Row,
  RowActions,
  RowName,
  Rows,
} from '../ui/rows.tsx';
import { useSearchParamFilters } from '../ui/search-param-filters.ts';
import { DateTime, Money } from '../ui/text.tsx';
import {
  type Creator,
  describeFilters,
  type MedicationFilters,
  medicationFilters,
  PAGE_SIZE,
  pageSizes,
  sizeOf,
  useApproveMedication,
  useCreators,
  useMedications,
} from './manager-api.ts';
import { contentsOf } from './medication-detail.ts';

type Props = {
  medication: Medication;
  isBusy: boolean;
  onApprove: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

function MedicationRow({ medication, isBusy, onApprove, onEdit, onDelete }: Props) {
  const { label, form, price, requiresPrescription, reviewed, recalled, createdBy, createdAt } = medication;
  return (
    <Row>
      <Cell>
        <RowName below={contentsOf(medication).join(' · ')}>{label}</RowName>
        {requiresPrescription || !reviewed || recalled ? (
          <Tags>
            {requiresPrescription ? (
              <StateBadge tone="violet" icon={IconFileText} label="Sur ordonnance" />
            ) : null}
            {recalled ? <StateBadge tone="red" icon={IconAlertTriangle} label="Rappelé" /> : null}
            {reviewed ? null : <StateBadge tone="amber" icon={IconHelpCircle} label="À vérifier" />}
          </Tags>
        ) : null}
      </Cell>
      <Cell card="half">{medicationFormLabels[form]}</Cell>
      <Cell card="half" end>
        {price === 0 ? (
          <Text component="span" fw={600} fs="italic" c="var(--tone-amber-text)">
            Prix à fixer
          </Text>
        ) : (
          <Money amount={price} />
        )}
      </Cell>
      <Cell>
        <Fact label="Créé par">{createdBy ?? 'le catalogue de départ'}</Fact>
      </Cell>
      <Cell>
        <DateTime at={createdAt} absolute />
      </Cell>
      <RowActions>
        {reviewed ? null : (
          <ActionButton
            word="Valider"
            name={label}
            variant="light"
            leftSection={<IconCheck size={18} aria-hidden="true" />}
            onClick={onApprove}
            loading={isBusy}
          />
        )}
        <EditButton name={label} onClick={onEdit} />
        <DeleteButton name={label} onClick={onDelete} />
      </RowActions>
    </Row>
  );
}

type FiltersProps = {
  filters: MedicationFilters;
  onChange: (part: Partial<MedicationFilters>) => void;
  linkTo: (part: Partial<MedicationFilters>) => Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
  /** Undefined until loaded. */
  creators: readonly Creator[] | undefined;
  onAdd: () => void;
};

const states = [
  { reviewed: '', label: 'Tous' },
  { reviewed: 'false', label: 'À vérifier' },
  { reviewed: 'true', label: 'Vérifiés' },
] as const;

function Filters({ filters, onChange, linkTo, creators = [], onAdd }: FiltersProps) {
  const today = dayInBenin(useNow());
  const { createdBy, from, to } = filters;
  return (
    <FilterFold
      label="Chercher parmi les médicaments"
      chips={
        <FilterLinks
          label="Vérification"
          oneLine
          options={states.map(({ reviewed, label }) => ({
            label,
            isCurrent: filters.reviewed === reviewed,
            link: linkTo({ reviewed }),
          }))}
        />
      }
      action={<ListAction label="Ajouter un médicament" onClick={onAdd} />}
      search={
        <SearchField
          label="Chercher par nom"
          value={filters.q}
          onSearch={(q) => onChange({ q })}
          maxLength={80}
        />
      }
      on={[createdBy, from, to].filter(Boolean).length}
    >
      <SelectField
        label="Créateur"
        value={createdBy}
        onChange={(id) => onChange({ createdBy: id })}
        options={[
          { value: '', label: 'Tous' },
          ...creators.map(({ _id, name, medications }) => ({
            value: _id,
            label: `${name} (${countOf(medications, 'médicament')})`,
          })),
          // A creator without medicines: the filter remains visible.
          ...(createdBy === '' || creators.some(({ _id }) => _id === createdBy)
            ? []
            : [{ value: createdBy, label: 'Autre créateur' }]),
        ]}
      />
      {/* The last one set wins: an end before the start clears the start, and the reverse. */}
      <DayField
        label="Créé depuis le"
        value={from}
        max={today}
        onChange={(day) =>
          onChange(day !== '' && to !== '' && day > to ? { from: day, to: '' } : { from: day })
        }
      />
      <DayField
        label="Créé jusqu’au"
        value={to}
        max={today}
        onChange={(day) =>
          onChange(day !== '' && from !== '' && day < from ? { from: '', to: day } : { to: day })
        }
      />
    </FilterFold>
  );
}

const MedicationDialogs = lazyDialog(() =>
  import('./MedicationDialogs.tsx').then((module) => module.MedicationDialogs),
);

const FAILED = 'Erreur chargement médicaments';
const headings = ['Nom', 'Forme', { end: 'Prix' }, 'Créateur', 'Date', { end: 'Actions' }];
const columns =
  'minmax(11.5rem, 1fr) 6rem 6.75rem minmax(6.5rem, 9rem) minmax(6.5rem, 11.5rem) minmax(6.75rem, 13.5rem)';

/** « Gestion des médicaments ». */
export function Manager() {
  const { filters, isFiltered, change, clear, linkTo } = useSearchParamFilters(medicationFilters);
  const list = useMedications(filters);
  const creators = useCreators();
  const row = useRowDialogs('medication');
  const approving = useApproveMedication();
  const creator = creators.data?.find(({ _id }) => _id === filters.createdBy)?.name;
  return (
    <Stack component="section" gap={4} aria-label="Gestion des médicaments">
      <Filters filters={filters} onChange={change} linkTo={linkTo} creators={creators.data} onAdd={row.add} />
      <CountLine
        list={list}
        noun="médicament"
        filters={describeFilters(filters, creator)}
        onClear={clear}
        failed={FAILED}
      />
      <ListState
        list={list}
        isFiltered={isFiltered}
        onClear={clear}
        failed={FAILED}
        rows={Math.min(sizeOf(filters), 8)}
        height={64}
        empty={
          <EmptyState
            title="Le catalogue est vide"
            action={<Button onClick={row.add}>Ajouter un médicament</Button>}
          >
            Ajoutez le premier médicament : les clients pourront le commander.
          </EmptyState>
        }
        noMatch={{
          title: 'Aucun médicament ne correspond',
          hint: 'Changez un filtre ou le nom cherché.',
          clear: 'Voir tous les médicaments',
        }}
      >
        <Rows
          label="Médicaments"
          list={list}
          headings={headings}
          columns={columns}
          tablet="minmax(0, 1fr) 12rem 14.5rem"
        >
          {list.rows.map((medication) => (
            <MedicationRow
              key={medication._id}
              medication={medication}
              isBusy={approving.isPending && approving.variables._id === medication._id}
              onApprove={() =>
                approving.mutate(medication, {
                  // The server refuses a medicine without a price: the form opens to set it.
                  onError: () => medication.price === 0 && row.edit(medication),
                })
              }
              onEdit={() => row.edit(medication)}
              onDelete={() => row.remove(medication)}
            />
          ))}
        </Rows>
      </ListState>
      <PageButtons
        list={list}
        size={sizeOf(filters)}
        page={filters.page}
        onPage={(page) => change({ page })}
      />
      {list.total > PAGE_SIZE ? (
        <SelectField
          label="Par page"
          value={filters.size}
          onChange={(size) => change({ size: medicationFilters.read(new URLSearchParams({ size })).size })}
          options={[
            { value: '', label: `${PAGE_SIZE} par page` },
            ...pageSizes.map((size) => ({ value: size, label: `${size} par page` })),
          ]}
        />
      ) : null}
      <MedicationDialogs rows={list.isLoaded ? list.rows : undefined} {...openedOf(row.dialogs)} />
    </Stack>
  );
}
