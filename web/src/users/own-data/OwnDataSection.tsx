import { registersThemselves } from '@amasin/domain/users/consent.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { callFile } from '../../lib/call.ts';
import { SaveButton } from '../../ui/download.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { Consents } from './Consents.tsx';

const DeleteAccountDialog = lazyDialog(() =>
  import('./DeleteAccountDialog.tsx').then((module) => module.DeleteAccountDialog),
);

const formats = {
  PDF: { endpoint: userEndpoints.printOwnData, name: 'mes-donnees.pdf', use: 'à lire' },
  JSON: { endpoint: userEndpoints.exportOwnData, name: 'mes-donnees.json', use: 'à reprendre' },
} as const;

type Props = { user: User; onChanged: (user: User) => void };

/** What Amasin knows of the signed-in person, to download, and what they agree to. */
export function OwnDataSection({ user, onChanged }: Props) {
  return (
    <section aria-labelledby="donnees">
      <Title order={2} id="donnees" mb="md">
        Mes données
      </Title>
      <Paper withBorder radius="lg" p="md">
        <Text c="dimmed" mb="sm">
          {user.type === 'customer'
            ? 'Tout ce qu’Amasin sait de vous : compte, lieux, commandes, paiements, ordonnances, consultations, cartes, messages, et qui a vu votre dossier.'
            : 'Ce qu’Amasin sait de vous : compte, appareils connectés, versements.'}
        </Text>
        <Group gap="sm">
          <Save format="PDF" />
          <Save format="JSON" />
        </Group>
        {registersThemselves.includes(user.type) ? <Consents user={user} onChanged={onChanged} /> : null}
        <DeleteAccount user={user} />
      </Paper>
    </section>
  );
}

function Save({ format }: { format: keyof typeof formats }) {
  const { endpoint, name, use } = formats[format];
  return (
    <SaveButton
      variant="default"
      read={() => callFile(endpoint)}
      name={() => name}
      saved={`Données téléchargées : ${name}`}
      waiting="Nous préparons vos données : gardez cette page ouverte."
    >
      {`${format}, ${use}`}
    </SaveButton>
  );
}

/** A customer deletes her own account; the others are engaged by the house, which does it. */
function DeleteAccount({ user }: { user: User }) {
  const dialog = useDialogUrl('supprimer-compte');
  if (user.type !== 'customer')
    return (
      <Text c="dimmed" mt="md">
        Pour faire supprimer votre compte, demandez-le à l’administrateur d’Amasin.
      </Text>
    );
  return (
    <>
      <Button
        mt="md"
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={20} aria-hidden="true" />}
        onClick={() => dialog.open()}
      >
        Supprimer mon compte
      </Button>
      <DeleteAccountDialog user={user} opened={dialog.opened} onClose={dialog.close} />
    </>
  );
}
