import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { CODE_MAX, readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { Button, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle, IconPaperclip, IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { StateBadge } from '../ui/badges.tsx';
import { ItemInstructions, LineAmount } from '../ui/items.tsx';
import { DateTime, Money } from '../ui/text.tsx';
import styles from './CodeEntry.module.css';

type FoundPrescriptionProps = { prescription: Prescription; sending: boolean; onAttach: () => void };

/** The prescription of a number, to compare with the order before attaching it. */
export function PrescriptionToAttach({ prescription, sending, onAttach }: FoundPrescriptionProps) {
  const { prescriptionNumber, patientName, prescriptorName, verified, createdAt, items, total } =
    prescription;
  return (
    <section className={styles.found} aria-label={`Ordonnance ${prescriptionNumber}`}>
      <Title order={3} size="h4">
        {prescriptionNumber}
      </Title>
      <p className={styles.people}>
        Pour <strong>{patientName}</strong>
        <br />
        <span>{`Par ${prescriptorName} ·`}</span> <DateTime at={createdAt} absolute />
      </p>
      {verified ? null : (
        <StateBadge tone="amber" icon={IconAlertTriangle} label="Prescripteur non vérifié" />
      )}
      <ul className={styles.items}>
        {items.map(({ medicationId, label, quantity, price, posology, duration, form, review }) => (
          <li key={medicationId} className={styles.item}>
            <span>
              <span>{`${quantity} × ${label}`}</span>
              <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
            </span>
            <LineAmount price={price} quantity={quantity} review={review} />
          </li>
        ))}
        <li className={styles.item} data-total>
          <span>Total</span>
          <Money amount={total} total />
        </li>
      </ul>
      <Button
        leftSection={<IconPaperclip size={20} aria-hidden="true" />}
        onClick={onAttach}
        loading={sending}
        fullWidth
      >
        Joindre à la commande
      </Button>
    </section>
  );
}

type CodeEntryProps = {
  code: string;
  onCodeChange: (code: string) => void;
  /** Shows its own toasts; throws the server's refusal. */
  attach: (number: string) => Promise<unknown>;
  onAttached: () => void;
};

/** Finds an existing prescription by its number, to review and attach it. */
export function CodeEntry({ code, onCodeChange, attach, onAttached }: CodeEntryProps) {
  const lookUp = useLookUp();
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState(false);
  const number = readPrescriptionNumber(code);

  const search = () => {
    setError(undefined);
    if (code.trim() === '') setError('Numéro requis');
    else if (number === null) setError("Veuillez entrer un numéro d'ordonnance valide");
    else if (!lookUp.isPending)
      lookUp.mutate(number, {
        onError: (refused) => setError(messageOf(refused)),
      });
  };
  const send = async (found: string) => {
    setSending(true);
    try {
      await attach(found);
      onAttached();
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      setError(refused.message);
      lookUp.reset();
    } finally {
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    search();
  };

  return (
    <div className={styles.code}>
      <div className={styles.ask}>
        <TextInput
          className={styles.number}
          label="Numéro d’ordonnance"
          description="Les 8 chiffres, avec ou sans ORD-."
          placeholder="ORD-12345678"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={CODE_MAX}
          value={code}
          error={error}
          onChange={({ currentTarget }) => {
            setError(undefined);
            lookUp.reset();
            onCodeChange(currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        <Button
          variant="light"
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          onClick={search}
          loading={lookUp.isPending}
        >
          Chercher
        </Button>
      </div>
      {lookUp.data === undefined ? null : (
        <PrescriptionToAttach
          prescription={lookUp.data}
          sending={sending}
          onAttach={() => void send(lookUp.data.prescriptionNumber)}
        />
      )}
    </div>
  );
}

/** A mutation, so that nothing is searched automatically: ten misses an hour block the account (rule 18). */
function useLookUp() {
  return useMutation({
    mutationFn: (number: string) =>
      call(prescriptionEndpoints.searchPrescription, { params: { number } }).then(
        ({ prescription }) => prescription,
      ),
  });
}
