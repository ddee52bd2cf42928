import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './AuthCard.module.css';
import { VisitorsOnly } from './VisitorsOnly.tsx';

type Props = {
  title: string;
  description: ReactNode;
  children: ReactNode;
  /** Links and notes below the card. */
  footer: ReactNode;
};

/** The frame of the pages to sign in or sign up, which a signed-in person does not see. */
export function AuthCard({ title, description, children, footer }: Props) {
  return (
    <VisitorsOnly>
      <div className={styles.place}>
        <Paper className={styles.card} withBorder>
          <Title order={1}>{title}</Title>
          <Text c="dimmed" mt={4} mb="lg">
            {description}
          </Text>
          {children}
        </Paper>
        <Stack className={styles.footer} align="center" gap={4}>
          {footer}
        </Stack>
      </div>
    </VisitorsOnly>
  );
}
