import {
  type ReportState,
  reportKindLabels,
  reportStateLabels,
  reportStates,
} from '@amasin/domain/reports/kinds.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { StateBadge } from '../ui/badges.tsx';
import decisions from '../ui/decisions.module.css';
import { EmptyState } from '../ui/feedback.tsx';
import { FilterLinks } from '../ui/filters.tsx';
import { ListState, MoreButton } from '../ui/listing.tsx';
import { DateTime } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useReports } from './api.ts';
import { ReportDialog } from './ReportDialog.tsx';

/** « Signalements »: reactions to medicines and abnormal boxes, by state. */
export function ReportsPanel() {
  const [search] = useSearchParams();
  const state: ReportState = reportStates.find((one) => one === search.get('etat')) ?? 'new';
  const list = useReports(state);
  const opened = useDialogUrl('signalement');
  const linkTo = (etat: ReportState) => {
    const params = new URLSearchParams(search);
    params.set('etat', etat);
    return { to: { search: `?${params}` }, replace: true, preventScrollReset: true };
  };
  return (
    <section className={decisions.section} aria-label="Signalements">
      <Title order={2} size="h3">
        Signalements
      </Title>
      <FilterLinks
        label="État"
        options={reportStates.map((one) => ({
          label: reportStateLabels[one],
          isCurrent: one === state,
          link: linkTo(one),
          count: list.latest?.counts[one],
        }))}
      />
      <ListState
        list={list}
        rows={2}
        height={120}
        empty={
          <EmptyState title={state === 'new' ? 'Aucun signalement à prendre' : 'Aucun signalement'}>
            Un client signale ici une réaction à un médicament, ou une boîte anormale.
          </EmptyState>
        }
      >
        <ul className={decisions.list}>
          {list.rows.map(({ _id, kind, customer, order, createdAt, isUrgent, takenBy }) => (
            <li key={_id}>
              <Paper component="section" withBorder radius="lg" className={decisions.card}>
                <div style={{ overflowWrap: 'anywhere' }}>
                  {isUrgent ? <StateBadge tone="red" icon={IconAlertTriangle} label="Signes graves" /> : null}
                  <Text fw={600}>{`${reportKindLabels[kind]} · ${order.number}`}</Text>
                  <Text size="sm">{customer}</Text>
                  <Text size="sm" c="dimmed">
                    <DateTime at={createdAt} />
                    {takenBy === null ? null : <span>{` · ${takenBy}`}</span>}
                  </Text>
                </div>
                <Button
                  variant="default"
                  aria-label={`Ouvrir le signalement de ${order.number}`}
                  onClick={() => opened.open(_id)}
                >
                  Ouvrir
                </Button>
              </Paper>
            </li>
          ))}
        </ul>
        <MoreButton list={list} />
      </ListState>
      <ReportDialog id={opened.value} onClose={opened.close} />
    </section>
  );
}
