import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Pictogram, type PictogramName } from '../art/Pictogram.tsx';
import styles from './feedback.module.css';

type Props = {
  title: string;
  /** 1 where it is the whole page; the heading of a part otherwise. */
  titleOrder?: 1 | 2 | 3;
  /** What to do next. */
  children?: ReactNode;
  /** The button or link that does it. */
  action?: ReactNode;
  pictogram?: PictogramName;
};

export function EmptyState({ title, titleOrder = 2, children, action, pictogram = 'basket' }: Props) {
  return (
    <Stack className={styles.state} align="center" gap="xs">
      <Pictogram name={pictogram} />
      <Title order={titleOrder} size={titleOrder === 1 ? 'h2' : 'h3'}>
        {title}
      </Title>
      {children ? (
        <Text c="dimmed" component="div">
          {children}
        </Text>
      ) : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </Stack>
  );
}
