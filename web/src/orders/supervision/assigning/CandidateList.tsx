import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconStar } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { StateBadge } from '../../../ui/badges.tsx';
import { EmptyState, QueryState } from '../../../ui/feedback.tsx';
import { PhoneLink } from '../../../ui/text.tsx';
import { useCandidates } from '../api.ts';
import { type Role, roleLabels } from '../roles.ts';
import styles from './assigning.module.css';
import { describeCandidate, describeFound } from './candidate-text.ts';

const PAUSE_MS = 300;

type Props = { order: Order; who: Role; isPending: boolean; onSelect: (id: string) => void };

/** The people who can be assigned, the most suitable one selected: Enter assigns. */
export function CandidateList({ order, who, isPending, onSelect }: Props) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const query = useCandidates(order._id, who, q);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const now = useNow();
  const { candidates, total = 0 } = query.data ?? {};
  // Until the list answers the typed text, it shows the people found before.
  const isCurrent = typed.trim() === q && !query.isPlaceholderData;
  const presentId = order[who]?._id;
  const possible = candidates?.filter(({ _id }) => _id !== presentId) ?? [];
  const selected = possible.find(({ _id }) => _id === chosenId) ?? possible[0];

  // Focuses the selected person once the list is loaded, unless the search field has the focus.
  const choice = useRef<HTMLInputElement>(null);
  const hasChoice = selected !== undefined;
  useEffect(() => {
    if (hasChoice && !(document.activeElement instanceof HTMLInputElement)) choice.current?.focus();
  }, [hasChoice]);

  if (candidates === undefined && q === '') return <QueryState query={query} rows={4} height={56} />;
  if (total === 0 && q === '')
    return (
      <EmptyState title={roleLabels[who].noCandidate} titleOrder={3} pictogram="phone">
        Seuls les comptes actifs peuvent être choisis.
      </EmptyState>
    );

  const assign = (event: FormEvent) => {
    event.preventDefault();
    if (selected !== undefined && isCurrent && !isPending) onSelect(selected._id);
  };

  return (
    <form onSubmit={assign} aria-label={roleLabels[who].assignLabel}>
      <TextInput
        aria-label="Nom ou téléphone"
        placeholder="Nom ou téléphone"
        type="search"
        autoComplete="off"
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Text role="status" size="xs" c="dimmed" my="xs">
        {candidates === undefined ? null : describeFound(candidates.length, total)}
      </Text>
      {candidates === undefined ? (
        <QueryState query={query} rows={4} height={56} />
      ) : (
        <ul className={styles.candidates} aria-label="Personnes">
          {candidates.map((candidate) => (
            <li key={candidate._id} className={styles.candidate}>
              <label className={styles.choice}>
                <input
                  ref={candidate === selected ? choice : undefined}
                  type="radio"
                  name="candidate"
                  className={styles.radio}
                  checked={candidate === selected}
                  disabled={candidate._id === presentId || isPending}
                  onChange={() => setChosenId(candidate._id)}
                />
                <span className={styles.person}>
                  <span className={styles.name}>{candidate.name}</span>
                  {who === 'pharmacy' && candidate._id === order.wishedPharmacy?._id ? (
                    <StateBadge tone="teal" icon={IconStar} label="Souhaitée par le client" />
                  ) : null}
                  <span className={styles.facts}>
                    {`${candidate._id === presentId ? 'Choix actuel · ' : ''}${describeCandidate(candidate, who, now)}`}
                  </span>
                </span>
              </label>
              <PhoneLink phone={candidate.phone} name={candidate.name} />
            </li>
          ))}
        </ul>
      )}
      {selected === undefined ? null : (
        <div className={styles.submit}>
          <Button
            type="submit"
            color="soleil"
            fullWidth
            loading={isPending}
            disabled={!isCurrent}
            classNames={{ label: styles.label ?? '' }}
          >
            {`Assigner ${selected.name}`}
          </Button>
        </div>
      )}
    </form>
  );
}
