import { readUserType, userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Paper, Stack, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPhone } from '../../lib/format.ts';
import { lazyDialog } from '../../ui/lazy.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import styles from './profile.module.css';

// Only the dialog has a form.
const OwnDetailsDialog = lazyDialog(() => import('./dialogs.ts').then((module) => module.OwnDetailsDialog));

type Props = {
  user: User;
  /** Called with the saved user. */
  onSaved: (user: User) => void;
};

export function OwnDetails({ user, onSaved }: Props) {
  const editing = useDialogUrl('modifier');
  // `superadmin` is one spelling of `superAdmin`.
  const type = readUserType(user.type);
  const isCustomer = type === 'customer';
  return (
    <Stack component="section" gap="md" aria-labelledby="informations">
      <Title order={2} id="informations">
        Mes informations
      </Title>
      <Paper withBorder radius="lg" className={styles.sheet}>
        <dl className={styles.facts}>
          {isCustomer || type === undefined ? null : <Detail name="Compte">{userTypeLabels[type]}</Detail>}
          <Detail name="Nom">{titledName(user.name, user.titrePartenaire)}</Detail>
          <Detail name="Téléphone">{formatPhone(user.phone)}</Detail>
          <Detail name="Adresse">{user.address}</Detail>
          <Detail name="Email">{user.email}</Detail>
          {user.type === 'partnerDoctor' ? (
            <Detail name="Prescripteur">
              {user.verified ? 'Vérifié' : 'Non vérifié : vos bénéfices attendent cette vérification'}
            </Detail>
          ) : null}
        </dl>
        <Button
          variant="default"
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          onClick={() => editing.open()}
          classNames={{ root: styles.edit ?? '', label: styles.editLabel ?? '' }}
        >
          Modifier mes informations
        </Button>
      </Paper>
      <OwnDetailsDialog
        opened={editing.opened}
        onClose={editing.close}
        user={user}
        onSaved={(saved: User) => {
          editing.close();
          onSaved(saved);
        }}
      />
    </Stack>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd data-missing={children === null || undefined}>{children ?? 'Non renseigné'}</dd>
    </div>
  );
}
