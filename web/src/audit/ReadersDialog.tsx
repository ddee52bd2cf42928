import { auditEndpoints } from '@amasin/domain/audit/endpoints.ts';
import type { FileReader } from '@amasin/domain/audit/entry.ts';
import { formatClock } from '@amasin/domain/contract/format.ts';
import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { timeNow } from '../lib/clock.ts';
import { formatDay } from '../lib/format.ts';
import { keys } from '../lib/keys.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { PlainList } from '../ui/PlainList.tsx';
import styles from './ReadersDialog.module.css';

type Person = Pick<FileReader, 'name' | 'type'>;

/** « Docteur Aïcha Kora, professionnel de santé »; « Un superviseur d’Amasin ». */
function describeReader({ name, type }: Person): string {
  const role = userTypeLabels[type].toLowerCase();
  if (name === null) return `Un ${role} d’Amasin`;
  // A pharmacy has its role in its name.
  return type === 'pharmacy' ? name : `${name}, ${role}`;
}

/** Groups the readings of one day by person, in the order of each one's last reading. */
function groupByPerson(readers: readonly FileReader[]): [string, FileReader[]][] {
  const people = new Map<string, FileReader[]>();
  for (const reader of readers) {
    const person = describeReader(reader);
    people.set(person, [...(people.get(person) ?? []), reader]);
  }
  return [...people];
}

const objects: Readonly<Partial<Record<FileReader['kind'], string>>> = {
  order: 'Commande',
  prescription: 'Ordonnance',
  consultation: 'Consultation',
  file: 'Un fichier',
  card: 'Carte d’assurance',
  user: 'Votre fiche de client',
};

/** « Commande CMD-000123, vue et modifiée » */
function describeObject({ kind, label, changed }: Pick<FileReader, 'kind' | 'label' | 'changed'>): string {
  const object = objects[kind] ?? 'Votre dossier';
  const feminine = kind === 'file' ? '' : 'e';
  return `${label === null ? object : `${object} ${label}`}, vu${feminine}${changed ? ` et modifié${feminine}` : ''}`;
}

type Props = { opened: boolean; onClose: () => void };

export function ReadersDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Qui a vu mon dossier">
      <Readers />
    </ResponsiveDialog>
  );
}

/** The other people who have seen something of the customer during the last year, by day. */
function Readers() {
  const query = useQuery({
    queryKey: keys.audit.of('own'),
    queryFn: ({ signal }) => call(auditEndpoints.listOwnAudit, {}, { signal }).then(({ days }) => days),
  });
  const days = query.data;
  if (days === undefined)
    return <QueryState query={query} message="Erreur lors du chargement de la liste" rows={3} height={72} />;
  if (days.length === 0)
    return (
      <EmptyState title="Personne d’autre que vous" titleOrder={3}>
        Quand une pharmacie, un livreur ou un soignant ouvre votre dossier, vous le lisez ici.
      </EmptyState>
    );
  const now = new Date(timeNow());
  return (
    <>
      <Text c="dimmed">Depuis un an, sans vos propres lectures. L’heure est celle de la dernière fois.</Text>
      {days.map(({ day, readers }) => (
        <section key={day} aria-label={formatDay(new Date(`${day}T12:00:00Z`), now)}>
          <Title order={3} className={styles.day}>
            {formatDay(new Date(`${day}T12:00:00Z`), now)}
          </Title>
          <PlainList>
            {groupByPerson(readers).map(([person, seen]) => (
              <li key={person} className={styles.reader}>
                <strong>{person}</strong>
                {seen.map((object) => (
                  <span key={`${object.kind} ${object.label} ${object.at}`} className={styles.detail}>
                    <span>{`${describeObject(object)} ·`}</span>{' '}
                    <time dateTime={object.at}>{formatClock(new Date(object.at))}</time>
                  </span>
                ))}
              </li>
            ))}
          </PlainList>
        </section>
      ))}
    </>
  );
}
