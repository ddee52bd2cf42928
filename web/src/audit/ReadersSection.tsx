import { Button, Paper, Text, Title } from '@mantine/core';
import { lazyDialog } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';

// Few visits need it.
const ReadersDialog = lazyDialog(() => import('./ReadersDialog.tsx').then((module) => module.ReadersDialog));

/** Opens the list of who has seen the customer’s orders and prescriptions. */
export function ReadersSection() {
  const { opened, open, close } = useDialogUrl('dossier');
  return (
    <section aria-labelledby="dossier">
      <Title order={2} id="dossier" mb="md">
        Mon dossier
      </Title>
      <Paper withBorder radius="lg" p="md">
        <Text c="dimmed" mb="sm">
          Vos commandes, ordonnances, consultations et fichiers : chaque lecture est notée.
        </Text>
        <Button variant="default" onClick={() => open()}>
          Qui a vu mon dossier
        </Button>
      </Paper>
      <ReadersDialog opened={opened} onClose={close} />
    </section>
  );
}
