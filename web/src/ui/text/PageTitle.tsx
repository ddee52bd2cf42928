import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './text.module.css';

type Props = {
  title: string;
  /** One short line below it. */
  description?: ReactNode;
  /** The page's main action: on the right on a desktop, below on a phone. */
  action?: ReactNode;
};

export function PageTitle({ title, description, action }: Props) {
  return (
    <Group className={styles.pageTitle} justify="space-between" align="flex-end" gap="md">
      <div>
        <Title order={1}>{title}</Title>
        {description ? (
          <Text c="dimmed" mt={4}>
            {description}
          </Text>
        ) : null}
      </div>
      {action ? <div className={styles.pageAction}>{action}</div> : null}
    </Group>
  );
}
