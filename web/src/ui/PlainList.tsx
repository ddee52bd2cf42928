import { Stack, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = StackProps & { 'aria-label'?: string; children: ReactNode };

/** A list without bullets, whose rows have this gap between them. */
export function PlainList({ gap = 0, ...rest }: Props) {
  return <Stack component="ul" gap={gap} m={0} p={0} style={{ listStyle: 'none' }} {...rest} />;
}
