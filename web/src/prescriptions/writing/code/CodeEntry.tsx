import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import styles from '../WritingForm.module.css';
import { FoundPrescription } from './FoundPrescription.tsx';
import { useLookUp } from './look-up.ts';

type Props = {
  code: string;
  onCodeChange: (code: string) => void;
  /** Says its own success and failure; throws what the server refused. */
  attach: (number: string) => Promise<unknown>;
  onAttached: () => void;
};

/** A prescription that exists already is looked at, then attached: nothing has to be written twice. */
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
