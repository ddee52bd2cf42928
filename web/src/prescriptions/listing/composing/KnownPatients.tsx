import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { Button } from '@mantine/core';
import { usePatientNames } from '../api.ts';
import styles from './composing.module.css';

type Props = {
  /** As it is typed. */
  phone: string;
  name: string;
  onPick: (name: string) => void;
};

/** The names that the prescriber wrote for this telephone before. */
export function KnownPatients({ phone, name, onPick }: Props) {
  const names = usePatientNames(normalizePhone(phone));
  return (
    <div role="status" className={styles.known}>
      {names.length === 0 ? null : (
        <>
          <span>{names.length === 1 ? 'Patient connu :' : 'Patients connus :'}</span>
          {names.map((one) => (
            // Stays when it is picked, so that the focus does.
            <Button
              key={one}
              size="compact-md"
              variant={one === name.trim() ? 'filled' : 'light'}
              aria-pressed={one === name.trim()}
              onClick={() => onPick(one)}
            >
              {one}
            </Button>
          ))}
        </>
      )}
    </div>
  );
}
