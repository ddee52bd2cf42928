import type { User } from '@amasin/domain/users/user.ts';
import { TextInput, Title } from '@mantine/core';
import { formatPhone } from '../../../lib/format/phone.ts';
import styles from './composing.module.css';

/** Who prescribes: the account that is signed in, never typed (SPEC 2). */
export function Prescriber({ user }: { user: Pick<User, 'name' | 'phone'> }) {
  return (
    <fieldset className={styles.part}>
      <Title order={3} component="legend">
        Prescripteur
      </Title>
      <div className={styles.pair}>
        <TextInput label="Nom du prescripteur" value={user.name} readOnly className={styles.fixed} />
        <TextInput
          label="Téléphone du prescripteur"
          value={formatPhone(user.phone)}
          readOnly
          className={styles.fixed}
        />
      </div>
    </fieldset>
  );
}
