import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Group, Paper, Text, Title } from '@mantine/core';
import { callFile } from '../../lib/call.ts';
import { SaveButton } from '../../ui/download.tsx';
import { Consents } from './Consents.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';

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

/** The others have accounts that a super administrator made, and have agreed to nothing. */
const registersThemselves: readonly UserType[] = ['customer', 'pharmacy', 'partnerDoctor'];

function Save({ format }: { format: keyof typeof formats }) {
  const { endpoint, name, use } = formats[format];
  return (
    <SaveButton
      variant="default"
      read={() => callFile(endpoint)}
      name={() => name}
      saved={`Données téléchargées : ${name}`}
    >
      {`${format}, ${use}`}
    </SaveButton>
  );
}
