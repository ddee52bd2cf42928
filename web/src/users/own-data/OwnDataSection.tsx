import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { callFile } from '../../lib/call.ts';
import { toast } from '../../lib/toast.tsx';
import { saveFile } from '../../ui/download.tsx';

const formats = {
  PDF: { endpoint: userEndpoints.printOwnData, name: 'mes-donnees.pdf', use: 'à lire' },
  JSON: { endpoint: userEndpoints.exportOwnData, name: 'mes-donnees.json', use: 'à reprendre' },
} as const;

/** Downloads what Amasin knows of the signed-in person. */
export function OwnDataSection({ user }: { user: User }) {
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
          <SaveButton format="PDF" />
          <SaveButton format="JSON" />
        </Group>
      </Paper>
    </section>
  );
}

function SaveButton({ format }: { format: keyof typeof formats }) {
  const { endpoint, name, use } = formats[format];
  const download = useMutation({
    mutationFn: () => callFile(endpoint),
    onSuccess: (contents) => {
      saveFile(contents, name);
      toast.success(`Données téléchargées : ${name}`);
    },
    onError: (error) => toast.error(messageOf(error, 'Erreur lors du téléchargement')),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {`${format}, ${use}`}
    </Button>
  );
}
