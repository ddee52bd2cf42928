import { Button, Text, type TextProps } from '@mantine/core';

type Props = Pick<TextProps, 'mt'> & { problem: string; onRetry: () => unknown; retrying?: boolean };

/** One line for an error, with « Réessayer »: the rest of the screen remains. */
export function RetryLine({ problem, onRetry, retrying = false, ...text }: Props) {
  return (
    <Text role="alert" size="xs" {...text}>
      <span>{problem}</span>{' '}
      <Button variant="subtle" onClick={() => void onRetry()} loading={retrying}>
        Réessayer
      </Button>
    </Text>
  );
}
