import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import styles from '../WritingForm.module.css';
import { FoundPrescription } from './FoundPrescription.tsx';

type Props = {
  code: string;
  onCodeChange: (code: string) => void;
  /** Shows its own toasts; throws the server's refusal. */
  attach: (number: string) => Promise<unknown>;
  onAttached: () => void;
};

/** Finds an existing prescription by its number, to review and attach it. */
export function CodeEntry({ code, onCodeChange, attach, onAttached }: Props) {
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
          maxLength={40}
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
        <FoundPrescription
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
