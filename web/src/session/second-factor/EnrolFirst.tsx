import type { User } from '@amasin/domain/users/user.ts';
import { Paper, Text, Title } from '@mantine/core';
import { useSession } from '../session-context.ts';
import { SignOutButton } from '../sign-out/SignOutButton.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import styles from './second-factor.module.css';

/** In place of every page of a person who has to activate the second step of signing in first. */
export function EnrolFirst({ user, onDone }: { user: User; onDone: () => void }) {
  const { updateUser } = useSession();
  const onEnrolled = () => {
    const { mustEnrol: _, ...rest } = user;
    updateUser({ ...rest, hasSecondFactor: true });
    onDone();
  };
  return (
    <div className={`${styles.enrol} ${styles.section}`}>
      <Title order={1}>Protégez votre compte</Title>
      <Text c="dimmed">
        Un super administrateur se connecte en deux étapes : son mot de passe, puis un code de son téléphone.
      </Text>
      <Paper withBorder radius="lg" className={styles.sheet}>
        <SecondFactorForm user={user} onDone={onEnrolled} />
      </Paper>
      <SignOutButton variant="subtle" />
    </div>
  );
}
