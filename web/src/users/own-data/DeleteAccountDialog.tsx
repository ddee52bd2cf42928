import type { BlockingItem } from '@amasin/domain/users/blocking-item.ts';
import { describeOpen } from '@amasin/domain/users/describe-open.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { ownDeletion } from '@amasin/domain/users/own-deletion.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, mayBeDone } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { countStored, UNSENT_MESSAGES, WAITING_ORDERS } from '../../lib/stored.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { forgetDevice } from '../../session/enter.ts';
import { useSession } from '../../session/session-context.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PlainList } from '../../ui/PlainList.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';

const NO_ANSWER =
  'Pas de réponse : vérifiez votre réseau, puis réessayez. Si vous vous trouvez déconnecté, votre compte est supprimé.';

type Props = { user: User; opened: boolean; onClose: () => void };

export function DeleteAccountDialog({ user, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Supprimer mon compte" hasForm>
      <DeleteAccountForm user={user} />
    </ResponsiveDialog>
  );
}

function DeleteAccountForm({ user }: { user: User }) {
  const { leave } = useSession();
  const [open, setOpen] = useState<readonly BlockingItem[] | null>(null);
  // The server may have deleted the account without our hearing of it, and then knows no session.
  const isUnanswered = useRef(false);
  const schemaForm = useSchemaForm({
    schema: ownDeletion,
    initialValues: { password: '' },
    fallback: 'Erreur lors de la suppression du compte',
    fieldOfCode: { WRONG_PASSWORD: 'password' },
    send: async (body) => {
      setOpen(null);
      try {
        await call(userEndpoints.deleteOwnAccount, { body });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (mayBeDone(error)) {
          isUnanswered.current = true;
          throw new ApiError(error.status, 'MAY_BE_DELETED', NO_ANSWER);
        }
        const named = openOf(error);
        if (named !== null) return setOpen(named);
        if (error.status !== 401 || !isUnanswered.current) throw error;
      }
      forgetDevice();
      leave('/compte-supprime');
    },
  });
  return (
    <>
      <Text>
        <strong>Effacés tout de suite :</strong> votre nom, téléphone, email et adresse, vos lieux, votre
        carte d’assurance, vos notifications et les demandes qu’aucun médecin n’a prises.
      </Text>
      <Text mt="sm">
        <strong>Gardés sans votre nom :</strong> vos commandes et leurs ordonnances, que la pharmacie et la
        comptabilité doivent pouvoir prouver ; vos consultations, qui sont le dossier du médecin ; le journal
        de qui a lu quoi. L’ordonnance qu’un médecin a écrite reste entière chez lui.
      </Text>
      <Text mt="sm" mb="md">
        C’est définitif. Si vous voulez une copie, téléchargez d’abord vos données.
      </Text>
      <Unsent user={user} />
      {open === null ? null : <Open things={open} />}
      <SchemaForm {...schemaForm} submit="Supprimer mon compte" sendingLabel="Suppression en cours…" danger>
        <PasswordField name="password" label="Mot de passe" autoComplete="current-password" required />
      </SchemaForm>
    </>
  );
}

function openOf({ code, body }: ApiError): readonly BlockingItem[] | null {
  const { open = [] } = (body ?? {}) as { open?: readonly BlockingItem[] };
  return code === 'OPEN_ORDERS' && open.length > 0 ? open : null;
}

/** What has to end first, each with the way to it. */
function Open({ things }: { things: readonly BlockingItem[] }) {
  return (
    <Notice role="alert" tone="amber" icon={IconAlertTriangle} title="Pas encore possible">
      <PlainList>
        {things.map((thing) => (
          <li key={`${thing.kind} ${thing.order?._id ?? ''}`}>
            <span>{describeOpen(thing)} </span>
            {thing.order === null ? null : (
              <Button component={Link} to={`/tracking?order=${thing.order._id}`} variant="default" mt="xs">
                {`Voir ${thing.order.number}`}
              </Button>
            )}
          </li>
        ))}
      </PlainList>
    </Notice>
  );
}

function Unsent({ user }: { user: User }) {
  const [count] = useState(
    () => countStored(user._id, WAITING_ORDERS) + countStored(user._id, UNSENT_MESSAGES),
  );
  if (count === 0) return null;
  return (
    <Text mb="md" fw={600}>
      Ce qui n’est pas encore parti de cet appareil sera perdu.
    </Text>
  );
}
