import { auditGroupLabels, auditGroups, auditKindLabels, auditKinds } from '@amasin/domain/audit/actions.ts';
import type { AuditLine } from '@amasin/domain/audit/entry.ts';
import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { Anchor, Button, Stack } from '@mantine/core';
import { Link, type LinkProps } from 'react-router';
import { DayField } from '../ui/DayField.tsx';
import { DownloadButton } from '../ui/download.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { FilterFold, FilterLinks, SearchField, SelectField } from '../ui/filters.tsx';
import { CountLine, ListState } from '../ui/listing.tsx';
import { Cell, Fact, Row, Rows } from '../ui/rows.tsx';
import { useSearchParamFilters } from '../ui/search-param-filters.ts';
import { DateTime } from '../ui/text.tsx';
import { describeFilters, fetchJournalFile, type JournalFilters, journalFilters, useJournal } from './api.ts';
import styles from './Journal.module.css';

type Props = {
  line: AuditLine;
  linkTo: (part: { actor?: string; customer?: string; subject?: string }) => Pick<LinkProps, 'to'>;
};

/** « Awa Dossou a changé le prix du médicament … », with links to the lines of the same person, customer or subject. */
export function JournalRow({ line, linkTo }: Props) {
  const { actor, author, customer, subject, text } = line;
  return (
    <Row>
      <Cell quiet>
        <DateTime at={line.at} absolute />
      </Cell>
      <Cell>
        {actor === null ? (
          <span>{author}</span>
        ) : (
          <Anchor component={Link} {...linkTo({ actor: actor._id })} className={styles.person ?? ''}>
            {author}
          </Anchor>
        )}{' '}
        <span>{text}</span>
      </Cell>
      <Cell quiet>
        <Fact label="Rôle">{actor?.type ? userTypeLabels[actor.type] : 'Système'}</Fact>
      </Cell>
      <Cell quiet>
        <div className={styles.links}>
          {customer === null ? null : (
            <Anchor component={Link} {...linkTo({ customer: customer._id })}>
              {`Client : ${customer.name}`}
            </Anchor>
          )}
          <Anchor
            component={Link}
            {...linkTo({ subject })}
            aria-label={`Toute l’histoire : ${author} ${text}`}
          >
            Toute l’histoire
          </Anchor>
        </div>
      </Cell>
    </Row>
  );
}

type Part = Partial<JournalFilters>;
type JournalFoldProps = {
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

export function JournalFold({ filters, onChange, linkTo }: JournalFoldProps) {
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
          label="Chercher une personne, une commande, une ordonnance, un médicament, une zone"
          placeholder="Nom ou numéro"
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

const FAILED = 'Erreur lors du chargement du journal';

/** The journal of who changed, read or opened something, with its filters. */
export function Journal() {
  const { filters, change, clear, linkTo } = useSearchParamFilters(journalFilters);
  const list = useJournal(filters);
  const described = describeFilters(filters, list.named);
  return (
    <Stack gap={4}>
      <JournalFold filters={filters} onChange={change} linkTo={linkTo} />
      <CountLine
        list={list}
        noun="ligne"
        where={list.total > 1 ? 'affichées' : 'affichée'}
        filters={described}
        onClear={clear}
        failed={FAILED}
        action={<DownloadButton what="le journal" name="journal" read={() => fetchJournalFile(filters)} />}
      />
      <ListState
        list={list}
        isFiltered={described.length > 0}
        onClear={clear}
        failed={FAILED}
        empty={
          <EmptyState title="Le journal est vide">
            Chaque changement et chaque lecture d’un dossier s’y écrivent.
          </EmptyState>
        }
        noMatch={{
          title: 'Aucune ligne ne correspond',
          hint: 'Changez un filtre, ou la période.',
          clear: 'Voir tout le journal',
        }}
      >
        <Rows
          label="Journal"
          list={list}
          headings={['Quand', 'Ce qui a été fait', 'Rôle', 'Voir aussi']}
          columns="11rem minmax(0, 2fr) 10rem minmax(0, 1fr)"
          tablet="11rem minmax(0, 1fr)"
        >
          {list.rows.map((line) => (
            <JournalRow key={line._id} line={line} linkTo={linkTo} />
          ))}
        </Rows>
        {list.hasMore ? (
          <Button
            display="block"
            mx="auto"
            mt="md"
            variant="default"
            onClick={() => void list.loadMore()}
            loading={list.isLoadingMore}
          >
            Voir plus
          </Button>
        ) : null}
      </ListState>
    </Stack>
  );
}
