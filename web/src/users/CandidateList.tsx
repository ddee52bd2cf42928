import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { totalOf } from '../lib/format/money.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { PhoneLink } from '../ui/text/PhoneLink.tsx';
import { type CandidateType, useCandidates } from './api.ts';
import styles from './CandidateList.module.css';

const PAUSE_MS = 300;

type Props = {
  type: CandidateType;
  /** The person assigned now, who cannot be selected. */
  presentId: string | null;
  noCandidate: string;
  /** The person whose assignment is pending. */
  pendingId: string | null;
  onSelect: (id: string) => void;
};

/** The people who can be assigned to an order. */
export default function CandidateList({ type, presentId, noCandidate, pendingId, onSelect }: Props) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const query = useCandidates(type, q);
  const { users: found, total = 0 } = query.data ?? {};
  if (found === undefined && q === '') return <QueryState query={query} rows={4} height={56} />;
  if (total === 0 && q === '')
    return (
      <EmptyState title={noCandidate} titleOrder={3} pictogram="phone">
        Seuls les comptes actifs peuvent être choisis.
      </EmptyState>
    );

  return (
    <>
      <TextInput
        label="Nom ou téléphone"
        type="search"
        autoComplete="off"
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {found === undefined ? <QueryState query={query} rows={4} height={56} /> : null}
      <Text role="status" size="xs" c="dimmed" my="xs">
        {found === undefined ? null : describe(found.length, total)}
      </Text>
      <ul className={styles.candidates}>
        {found?.map(({ _id, name, phone }) => (
          <li key={_id} className={styles.candidate}>
            <span className={styles.person}>
              <span className={styles.name}>{name}</span>
              <PhoneLink phone={phone} name={name} />
            </span>
            {_id === presentId ? (
              <Text size="xs" c="dimmed">
                Choix actuel
              </Text>
            ) : (
              <Button
                variant="light"
                onClick={() => onSelect(_id)}
                loading={pendingId === _id}
                disabled={pendingId !== null && pendingId !== _id}
                aria-label={`Assigner ${name}`}
              >
                Assigner
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function describe(shown: number, total: number): string {
  if (total === 0) return 'Personne ne correspond.';
  if (shown === total) return totalOf(total, 'résultat');
  return `${totalOf(total, 'résultat')}, dont les ${shown} premiers. Tapez un nom pour trouver les autres.`;
}
