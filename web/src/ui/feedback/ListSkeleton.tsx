import { Skeleton, Stack } from '@mantine/core';
import styles from './feedback.module.css';

type Props = {
  rows?: number;
  /** Height of one row in pixels. */
  height?: number;
};

/** Grey rows in the shape of the list. They appear after 150 ms, so that a fast response does not flicker. */
export function ListSkeleton({ rows = 4, height = 88 }: Props) {
  return (
    <Stack className={styles.skeleton} gap="sm" role="status" aria-label="Chargement…">
      {[...Array(rows).keys()].map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
}
