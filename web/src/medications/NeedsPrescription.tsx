import { Alert } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';

/** Said where a medicine cannot be ordered without prescription (RULES 37). */
export function NeedsPrescription({ label }: { label: string }) {
  return (
    <Alert
      role="status"
      mt="xs"
      color="soleil"
      icon={<IconStethoscope aria-hidden="true" />}
      title="Ce médicament demande une ordonnance"
    >
      {label} n’est pas ajouté à la commande. Votre médecin peut vous le prescrire.
    </Alert>
  );
}
