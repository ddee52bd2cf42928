import { UNPROVEN_DAYS } from '@amasin/domain/orders/handover.ts';
import type { Order, OrderCandidate } from '@amasin/domain/orders/order.ts';
import { replacementLabels, replacementReasons } from '@amasin/domain/orders/reasons.ts';
import { describeSeen } from '@amasin/domain/stock/seen.ts';
import { Box, Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconStar } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { countOf, formatMinutes, formatRecent } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { StateBadge } from '../../ui/badges.tsx';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { EmptyState, QueryState } from '../../ui/feedback.tsx';
import { SelectField } from '../../ui/filters.tsx';
import { PhoneLink } from '../../ui/text.tsx';
import { formatMetres } from '../format-metres.ts';
import styles from './AssignDialog.module.css';
import { useAssignOrder, useCandidates } from './api.ts';
import { type Role, roleLabels } from './roles.ts';

const inHand: Readonly<Record<Role, string>> = {
  pharmacy: 'à préparer',
  deliveryPerson: 'à livrer',
  agent: 'à lire',
};

/** « 1,2 km · de garde · 3 à préparer · prête en 25 min d’habitude ». */
function describeCandidate(candidate: OrderCandidate, role: Role, now: Date): string {
  const { metres, onDuty, licenceEnded, openOrders, minutesToReady, lastStop, unproven, stock } = candidate;
  return [
    metres === null ? null : formatMetres(metres),
    licenceEnded ? 'autorisation terminée' : null,
    stock === null ? null : describeStock(stock, now),
    onDuty ? 'de garde' : null,
    openOrders === 0 ? 'libre' : `${openOrders} ${inHand[role]}`,
    minutesToReady === null ? null : `prête en ${formatMinutes(minutesToReady)} d’habitude`,
    unproven ? `${countOf(unproven, 'remise')} sans code en ${UNPROVEN_DAYS} jours` : null,
    lastStop === null ? null : `dernière livraison : ${lastStop.zone}, ${lower(lastStop.at, now)}`,
  ]
    .filter((text) => text !== null)
    .join(' · ');
}

/** « a tout (vu en stock ce matin) », « n’a pas : Quinine », « a 2 médicaments sur 3 (vu en stock ce matin) ». */
function describeStock(
  { seenAt, lacks, has, unknown }: NonNullable<OrderCandidate['stock']>,
  now: Date,
): string {
  if (lacks.length > 0) return `n’a pas : ${lacks.join(', ')}`;
  const seen = describeSeen(new Date(seenAt), now);
  return `a ${unknown === 0 ? 'tout' : `${countOf(has, 'médicament')} sur ${has + unknown}`} (${seen})`;
}

const lower = (at: string, now: Date): string => {
  const text = formatRecent(new Date(at), now);
  return text.charAt(0).toLowerCase() + text.slice(1);
};

/** « 23 personnes, dont les 20 plus indiquées… »; null when all of them are shown. */
function describeFound(shown: number, total: number): string | null {
  if (total === 0) return 'Personne ne correspond.';
  if (shown === total) return null;
  return `${countOf(total, 'personne')}, dont les ${shown} plus indiquées. Tapez un nom pour trouver les autres.`;
}

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

type AssignDialogProps = {
  order: Order;
  /** Null when closed. */
  role: Role | null;
  onClose: () => void;
  /** `isFirst` is false when a person was replaced. */
  onAssigned: (order: Order, isFirst: boolean) => void;
};

export function AssignDialog({ order, role: openRole, onClose, onAssigned }: AssignDialogProps) {
  // The content stays rendered during the closing transition.
  const last = useRef(openRole);
  last.current = openRole ?? last.current;
  const role = last.current;
  const labels = role === null ? null : roleLabels[role];
  // As it was when the dialog opened: once the person is assigned, it does not become « Remplacer… » while it closes.
  const name = `${order._id} ${openRole}`;
  const wasAssigned = useWhenOpened(name, openRole !== null, role !== null && order[role] !== null);
  // Unless a colleague was faster.
  const [told, setTold] = useState<string | null>(null);
  const isAssigned = wasAssigned || told === name;
  const title = labels === null ? '' : isAssigned ? labels.replaceLabel : labels.assignLabel;
  return (
    <ResponsiveDialog opened={openRole !== null} onClose={onClose} title={title}>
      {role === null ? null : (
        <Assignment
          key={`${order._id} ${role}`}
          order={order}
          role={role}
          onAssigned={onAssigned}
          onTold={() => setTold(name)}
        />
      )}
    </ResponsiveDialog>
  );
}

/** Keeps a value as it was when something opened. */
function useWhenOpened<T>(name: string, isOpen: boolean, value: T): T {
  const kept = useRef({ name, value, isOpen });
  if (isOpen && (kept.current.name !== name || !kept.current.isOpen)) kept.current = { name, value, isOpen };
  kept.current.isOpen = isOpen;
  return kept.current.value;
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'ALREADY_ASSIGNED';

/** Mounted each time the dialog opens. */
function Assignment({
  order,
  role,
  onAssigned,
  onTold,
}: Pick<AssignDialogProps, 'order' | 'onAssigned'> & { role: Role; onTold: () => void }) {
  const assign = useAssignOrder();
  const [reason, setReason] = useState('');
  const now = order[role];
  const [initial] = useState(now);
  // A colleague may assign someone while the dialog is open: replacing that person needs a 409 that names them first.
  const isTold = isConflict(assign.error);
  const present = isTold ? now : initial;
  const replaces = present?._id;
  return (
    <>
      <Text c="dimmed" mb="sm">
        <span>{`${order.number} · ${order.customer.name} · ${order.deliveryZone}`}</span>
        {present === null ? null : (
          <>
            <br />
            Actuellement : <strong>{present.name}</strong>
          </>
        )}
      </Text>
      {present === null ? null : (
        <Box mb="sm">
          <SelectField
            label="Raison (facultatif)"
            value={reason}
            onChange={setReason}
            options={[
              { value: '', label: 'Sans raison' },
              ...replacementReasons.map((value) => ({ value, label: replacementLabels[value] })),
            ]}
          />
        </Box>
      )}
      <CandidateList
        order={order}
        who={role}
        isPending={assign.isPending}
        onSelect={(userId) =>
          assign.mutate(
            { order, role, userId, replaces, reason: replacementReasons.find((one) => one === reason) },
            {
              onSuccess: (assigned) => onAssigned(assigned, replaces === undefined),
              onError: (error) => isConflict(error) && onTold(),
            },
          )
        }
      />
    </>
  );
}
