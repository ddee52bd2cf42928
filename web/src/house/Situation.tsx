import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import { DAY_MS, HOUR_MS } from '@amasin/domain/contract/time.ts';
import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import { repeatedJobs } from '@amasin/domain/house/jobs.ts';
import {
  type BookDifference,
  CLOCK_TOLERANCE_MS,
  differenceFindings,
  moneyNouns,
  type Situation,
} from '@amasin/domain/house/situation.ts';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockPause,
  IconDatabaseExport,
  IconPhotoOff,
  IconRefresh,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { formatMinutes } from '../lib/format.ts';
import { keys } from '../lib/keys.ts';
import { useChange } from '../lib/use-change.ts';
import { useNow } from '../lib/use-now.ts';
import { StateBadge } from '../ui/badges.tsx';
import { DayField } from '../ui/DayField.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { QueryState } from '../ui/feedback.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PlainList } from '../ui/PlainList.tsx';
import { DateTime } from '../ui/text.tsx';
import styles from './situation.module.css';

const FAILED = 'Erreur lors du chargement de l’état';
/** Work is repeated every minute. */
const REFRESH_MS = 60_000;
/** The alert on the age of a backup begins here too. */
const OLD_MS = 26 * HOUR_MS;

/** « État »: whether server, jobs, providers and backups do what they should, and what to do after a restore. */
export function SituationPanel() {
  const query = useQuery({
    queryKey: keys.settings.of('situation'),
    queryFn: ({ signal }) => call(houseEndpoints.readSituation, {}, { signal }),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
  const { data, error, isError } = query;
  if (data === undefined) return <QueryState query={query} message={FAILED} rows={5} height={96} />;
  return (
    <Stack gap="md" maw={960}>
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          Ce que dit le serveur qui vous répond ; la page se met à jour chaque minute.
        </Text>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden="true" />}
          onClick={() => void query.refetch()}
          loading={query.isRefetching}
        >
          Actualiser
        </Button>
      </Group>
      {isError ? <p role="alert">{`${messageOf(error, FAILED)} L’état affiché peut dater.`}</p> : null}
      <Warnings situation={data} />
      <AfterRestore situation={data} />
      <Backups situation={data} />
      <Jobs situation={data} />
      <Providers situation={data} />
      <Product situation={data} />
    </Stack>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={2} id={id} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

/** Names and values, one below the other on a phone. */
function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Warnings({ situation: { clockAheadMs, isStoreAdopted } }: { situation: Situation }) {
  return (
    <>
      {Math.abs(clockAheadMs) <= CLOCK_TOLERANCE_MS ? null : (
        <Notice tone="amber" icon={IconAlertTriangle} title="Les horloges diffèrent">
          {`Le serveur ${clockAheadMs > 0 ? 'avance' : 'retarde'} de ${secondsOf(clockAheadMs)} sur la base : délais et liens seraient faux. Réglez les deux par NTP.`}
        </Notice>
      )}
      {isStoreAdopted ? null : (
        <Notice tone="amber" icon={IconPhotoOff} title="Aucun fichier n’est effacé">
          Cette base vient d’une sauvegarde ou d’une copie, et son stockage de fichiers sert peut-être encore
          une autre base. S’il est désormais à celle-ci seule, lancez sur le serveur : npm run amasin -- files
          adopt
        </Notice>
      )}
    </>
  );
}

const secondsOf = (ms: number) => {
  const seconds = Math.round(Math.abs(ms) / 1_000);
  return seconds < 120 ? `${formatNumber(seconds)}\u00a0s` : formatMinutes(Math.floor(seconds / 60));
};

/** Compares with the providers at any time, and lets money go out again after a restore. */
function AfterRestore({ situation: { moneyWaitsSince } }: { situation: Situation }) {
  const [isAsking, setAsking] = useState(false);
  const resuming = useChange({
    resource: 'settings',
    mutationFn: () => call(houseEndpoints.resumeMoney),
    done: 'Argent et messages repartent dans la minute',
    failed: 'Rien n’a été changé',
    onDone: () => setAsking(false),
  });
  return (
    <Part id="situation-money" title="Argent et messages">
      {moneyWaitsSince === null ? (
        <div>
          <StateBadge tone="teal" icon={IconCircleCheck} label="Rien n’est retenu" />
        </div>
      ) : (
        <>
          <Notice tone="amber" icon={IconClockPause} title="L’argent et les messages attendent">
            <span>
              La base vient de la sauvegarde du <DateTime at={moneyWaitsSince} absolute />. Comparez d’abord
              avec les prestataires depuis ce jour, expliquez chaque différence, puis laissez repartir.
            </span>
          </Notice>
          <Group>
            <Button onClick={() => setAsking(true)}>Laisser repartir…</Button>
          </Group>
        </>
      )}
      <Reconcile since={moneyWaitsSince} />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        question="Laisser repartir l’argent et les messages ?"
        confirmLabel="Laisser repartir"
        onConfirm={() => resuming.mutate(undefined)}
        pending={resuming.isPending}
        danger
      >
        Remboursements, versements, SMS et suivi des paiements reprennent dans la minute. Le prestataire est
        interrogé avant chaque envoi. Ce choix ne se défait pas, et s’inscrit au journal.
      </ConfirmDialog>
    </Part>
  );
}

function Reconcile({ since }: { since: string | null }) {
  const now = useNow();
  const today = dayInBenin(now);
  const [day, setDay] = useState(() =>
    dayInBenin(since === null ? new Date(now.getTime() - DAY_MS) : new Date(since)),
  );
  const comparing = useMutation({
    mutationFn: () => call(houseEndpoints.reconcileBooks, { query: { since: day } }),
  });
  return (
    <>
      <Text size="sm">
        Comparer avec les prestataires de paiement ne change rien : la liste dit ce qu’ils ont et pas cette
        base, et l’inverse.
      </Text>
      <Group align="flex-end">
        <DayField label="Depuis le" value={day} onChange={setDay} max={today} />
        <Button
          variant="default"
          onClick={() => comparing.mutate()}
          loading={comparing.isPending}
          disabled={day === ''}
        >
          Comparer
        </Button>
      </Group>
      <div role="status">
        {comparing.isError ? (
          <p>{messageOf(comparing.error, 'Rien n’a été comparé, réessayez.')}</p>
        ) : comparing.data === undefined ? null : (
          <PlainList gap={12} aria-label="Comparaison">
            {comparing.data.books.map(({ provider, state, differences }) => (
              <li key={provider}>
                <strong>{provider}</strong>
                <div>{bookWords(state, differences.length)}</div>
                <ul className={styles.differences}>
                  {differences.map((one) => (
                    <li key={`${one.kind} ${one.id} ${one.ours} ${one.finding}`}>
                      <Difference difference={one} />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </PlainList>
        )}
      </div>
    </>
  );
}

function bookWords(state: 'compared' | 'unlisted' | 'silent', count: number): string {
  if (state === 'unlisted')
    return 'Ne donne pas la liste de ses opérations : comparez dans son tableau de bord.';
  if (state === 'silent') return 'Ne répond pas comme prévu : rien n’a été comparé, réessayez.';
  if (count === 0) return 'Tout concorde.';
  return count === 1 ? '1 différence :' : `${formatNumber(count)} différences :`;
}

function Difference({ difference }: { difference: BookDifference }) {
  const { finding, kind, amount, ourAmount, at, id, ours } = difference;
  const parts = [
    `${moneyNouns[kind]} de ${amount === null ? 'montant inconnu' : formatMoney(amount)}`,
    ...(ourAmount === null ? [] : [`ici ${formatMoney(ourAmount)}`]),
    ...(id === null ? [] : [`référence ${id}`]),
    ...(ours === null ? [] : [`la nôtre ${ours}`]),
  ];
  return (
    <>
      <span>{`${differenceFindings[finding]} : ${parts.join(', ')}`}</span>
      {at === null ? null : (
        <>
          <span>, </span>
          <DateTime at={at} absolute />
        </>
      )}
    </>
  );
}

function Backups({ situation: { backup, backupCheck } }: { situation: Situation }) {
  const now = useNow().getTime();
  const isOld = backup !== null && now - Date.parse(backup.finishedAt) > OLD_MS;
  return (
    <Part id="situation-backup" title="Sauvegarde">
      <Facts>
        <Fact label="Dernière sauvegarde entière">
          {backup === null ? (
            <StateBadge tone="red" icon={IconAlertTriangle} label="Aucune n’est connue ici" />
          ) : (
            <>
              <StateBadge
                tone={isOld ? 'red' : 'teal'}
                icon={isOld ? IconAlertTriangle : IconDatabaseExport}
                label={isOld ? 'Plus d’un jour' : 'À jour'}
              />
              <span>
                <DateTime at={backup.finishedAt} />
                <span>{`, ${formatNumber(Math.ceil(backup.bytes / 1_000_000))}\u00a0Mo`}</span>
              </span>
            </>
          )}
        </Fact>
        <Fact label="Dernière vérification">
          {backupCheck === null ? (
            <span>Aucune n’est connue ici (verify-backup, try-restore).</span>
          ) : (
            <>
              <StateBadge
                tone={backupCheck.isWhole ? 'teal' : 'red'}
                icon={backupCheck.isWhole ? IconCircleCheck : IconAlertTriangle}
                label={backupCheck.isWhole ? 'Réussie' : 'Échouée'}
              />
              <span>
                <span>{backupCheck.isRestored ? 'Restaurée à côté, ' : 'Relue, '}</span>
                <DateTime at={backupCheck.at} />
              </span>
            </>
          )}
        </Fact>
      </Facts>
    </Part>
  );
}

function Jobs({ situation: { jobs, moneyWaitsSince } }: { situation: Situation }) {
  return (
    <Part id="situation-jobs" title="Travaux">
      <Facts>
        {jobs.map(({ name, endedAt, hasFailed, isLate, nextAt }) => {
          const { label, waits } = repeatedJobs[name];
          const isWrong = hasFailed || isLate;
          const state = hasFailed ? 'Échec' : isLate ? 'En retard' : endedAt === null ? 'À venir' : 'Fait';
          return (
            <Fact key={name} label={label}>
              <StateBadge
                tone={isWrong ? 'red' : waits && moneyWaitsSince !== null ? 'amber' : 'teal'}
                icon={isWrong ? IconAlertTriangle : endedAt === null ? IconClockPause : IconCircleCheck}
                label={waits && moneyWaitsSince !== null && !isWrong ? 'Attend' : state}
              />
              <span>
                {endedAt === null ? <span>Pas encore vu</span> : <DateTime at={endedAt} />}
                <span> · ensuite </span>
                <DateTime at={nextAt} absolute />
              </span>
            </Fact>
          );
        })}
      </Facts>
    </Part>
  );
}

function Providers({ situation: { payments, answers } }: { situation: Situation }) {
  return (
    <Part id="situation-providers" title="Prestataires">
      <Facts>
        <Fact label="Paiement">{payments.join(', ')}</Fact>
        {answers.map(({ host, status, at }) => {
          const isWell = status !== null && status < 400;
          return (
            <Fact key={host} label={host}>
              <StateBadge
                tone={isWell ? 'teal' : 'red'}
                icon={isWell ? IconCircleCheck : IconAlertTriangle}
                label={status === null ? 'Sans réponse' : `Réponse ${status}`}
              />
              <DateTime at={at} />
            </Fact>
          );
        })}
      </Facts>
      {answers.length === 0 ? (
        <Text size="sm" c="dimmed">
          Ce serveur n’a encore appelé personne depuis son démarrage.
        </Text>
      ) : null}
    </Part>
  );
}

function Product({ situation }: { situation: Situation }) {
  const { version, commit, schema, startedAt, clockAheadMs } = situation;
  return (
    <Part id="situation-product" title="Version">
      <Facts>
        <Fact label="Amasin">{commit === null ? version : `${version}, ${commit.slice(0, 8)}`}</Fact>
        <Fact label="Schéma de la base">{schema}</Fact>
        <Fact label="Démarré">
          <DateTime at={startedAt} />
        </Fact>
        <Fact label="Horloge">
          {Math.abs(clockAheadMs) <= CLOCK_TOLERANCE_MS
            ? 'Celle de la base'
            : `${clockAheadMs > 0 ? 'En avance' : 'En retard'} de ${secondsOf(clockAheadMs)}`}
        </Fact>
      </Facts>
    </Part>
  );
}
