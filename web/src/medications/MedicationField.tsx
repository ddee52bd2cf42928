import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, type Ref, useState } from 'react';
import { messageOf } from '../lib/api/api-error.ts';
import { countOf, formatMoney } from '../lib/format/money.ts';
import { SearchCombobox } from '../ui/combobox/SearchCombobox.tsx';
import { useOnline } from '../ui/connection/use-online.ts';
import { canSearch, useMedicationSearch } from './api.ts';
import { detailOf } from './medication-detail.ts';
import { NeedsPrescription } from './NeedsPrescription.tsx';

const NOT_FOUND = 'Nous n’avons pas trouvé ce médicament.';

/** Debounce, ms. */
const PAUSE_MS = 250;

type Props = {
  onPick: (medication: Medication) => void;
  error?: string | undefined;
  /** Buttons to order a medicine with a prescription. */
  otherWays?: ReactNode;
  /** What to do when there is no such medicine. */
  notFound?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** Finds a medicine by name. One that requires a prescription is found, but cannot be picked (RULES 37). */
export function MedicationField({ onPick, error, otherWays, notFound, ref }: Props) {
  const [text, setText] = useState('');
  const [paused] = useDebouncedValue(text, PAUSE_MS);
  const [refused, setRefused] = useState<Medication | null>(null);
  const [added, setAdded] = useState('');
  const online = useOnline();
  const found = useMedicationSearch(paused);
  const isOutdated = text !== paused || found.isPlaceholderData;
  const medications = canSearch(text) ? (found.data ?? []) : [];
  const isNotFound = canSearch(text) && !isOutdated && found.data?.length === 0;
  // Said below the field, with what to do about it, instead of over it.
  const offersMore = isNotFound && notFound !== undefined;

  const pick = (key: string) => {
    const medication = medications.find(({ _id }) => _id === key);
    if (medication === undefined) return;
    setText('');
    setRefused(medication.requiresPrescription ? medication : null);
    if (medication.requiresPrescription) return;
    setAdded(`${medication.label} : ajouté à la commande.`);
    onPick(medication);
  };

  return (
    <Stack gap="xs">
      <div>
        <SearchCombobox
          {...(ref === undefined ? {} : { ref })}
          label="Ajouter un médicament"
          description="Tapez au moins 2 lettres de son nom."
          placeholder="Paracétamol"
          error={error}
          text={text}
          onTextChange={(next) => {
            setText(next);
            setRefused(null);
            setAdded('');
          }}
          options={medications.map((medication) => ({
            key: medication._id,
            label: medication.label,
            detail: detailOf(medication, ...(medication.requiresPrescription ? ['sur ordonnance'] : [])),
            aside: formatMoney(medication.price),
          }))}
          onPick={pick}
          canOpen={canSearch(text) && !offersMore}
          status={statusOf()}
        />
        <div role="status">
          {offersMore ? (
            <Text fw={600} mt="xs">
              {NOT_FOUND}
            </Text>
          ) : (
            <VisuallyHidden>{added}</VisuallyHidden>
          )}
        </div>
      </div>
      {offersMore ? notFound : null}
      {refused === null ? null : <NeedsPrescription label={refused.label}>{otherWays}</NeedsPrescription>}
    </Stack>
  );

  function statusOf() {
    if (medications.length > 0) return countOf(medications.length, 'résultat');
    if (!online && found.data === undefined)
      return 'Hors connexion : la recherche reprend au retour du réseau.';
    if (found.isError && !isOutdated) {
      return (
        <>
          <Text>{messageOf(found.error, 'Erreur de recherche des médicaments')}</Text>
          <Button variant="light" mt="xs" onClick={() => void found.refetch()}>
            Réessayer
          </Button>
        </>
      );
    }
    if (isOutdated || found.isPending) return 'Recherche…';
    return NOT_FOUND;
  }
}
