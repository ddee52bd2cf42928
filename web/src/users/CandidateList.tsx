import { Button, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { countOf } from '../lib/format/money.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Unanswered } from '../ui/feedback/Unanswered.tsx';
import { PhoneLink } from '../ui/text/PhoneLink.tsx';
import { type CandidateType, useCandidates } from './api.ts';
import styles from './CandidateList.module.css';
import { matchCandidates } from './match-candidates.ts';

type Props = {
  type: CandidateType;
  /** The one assigned now, who cannot be chosen again. */
  presentId: string | null;
  noCandidate: string;
  /** The one whose assignment is on its way. */
  pendingId: string | null;
  onChoose: (id: string) => void;
};

/** Those who can be assigned, to be chosen from. */
export default function CandidateList({ type, presentId, noCandidate, pendingId, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const asked = useCandidates(type);
  const { data: people } = asked;
  if (people === undefined) return <Unanswered asked={asked} rows={4} height={56} />;
  if (people.length === 0)
    return (
      <EmptyState title={noCandidate} titleOrder={3} pictogram="phone">
        Seuls les comptes actifs peuvent être choisis.
      </EmptyState>
    );

  const found = matchCandidates(people, typed);
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
      <Text role="status" size="xs" c="dimmed" my="xs">
        {found.length === 0 ? 'Personne ne correspond.' : countOf(found.length, 'résultat')}
      </Text>
      <ul className={styles.candidates}>
        {found.map(({ _id, name, phone }) => (
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
                onClick={() => onChoose(_id)}
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
