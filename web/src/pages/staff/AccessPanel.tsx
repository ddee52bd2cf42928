import type { User } from '@amasin/domain/users/user.ts';
import { Stack } from '@mantine/core';
import { SecondFactorSection } from '../../session/SecondFactorSection.tsx';
import { useSession } from '../../session/session-context.ts';
import { OwnDataSection } from '../../users/own-data/OwnDataSection.tsx';
import { AccessSection } from '../../users/profile/AccessSection.tsx';

/** « Connexion » of a pharmacy, which has no profile page. */
export function AccessPanel({ user }: { user: User }) {
  const { updateUser } = useSession();
  return (
    <Stack gap={32} maw={640}>
      <AccessSection user={user} />
      <SecondFactorSection user={user} />
      <OwnDataSection user={user} onChanged={updateUser} />
    </Stack>
  );
}
