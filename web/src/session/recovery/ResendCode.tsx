import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toast } from '../../lib/toast/toast.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import type { CodeAsked } from './recovery-state.ts';
import { useRequestCode } from './use-request-code.ts';

type Props = { asked: CodeAsked; onAskedAgain: (asked: CodeAsked) => void };

/** Requests another code, with a countdown until the server accepts it. */
export function ResendCode({ asked, onAskedAgain }: Props) {
  const { request, problem } = useRequestCode();
  const [asking, setAsking] = useState(false);
  const seconds = useSecondsUntil(asked.resendAt);

  const askAgain = async () => {
    setAsking(true);
    const next = await request(asked.phone, asked.request);
    setAsking(false);
    if (next === null) return;
    toast.success('Si ce numéro est enregistré, un nouveau code vient d’être envoyé.');
    onAskedAgain(next);
  };

  return (
    <>
      <ProblemLine problem={problem} />
      <Text size="xs" c="dimmed">
        Rien reçu ? Le réseau tarde parfois une minute. Renvoyez le code, ou réessayez plus tard.
      </Text>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={asking}
        disabled={seconds > 0}
        onClick={() => void askAgain()}
        {...(asking ? { 'aria-label': 'Envoi en cours…' } : {})}
      >
        {seconds > 0 ? `Renvoyer dans ${formatWait(seconds)}` : 'Renvoyer le code'}
      </Button>
    </>
  );
}

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment));
  useEffect(() => {
    setSeconds(secondsUntil(moment));
    const timer = setInterval(() => setSeconds(secondsUntil(moment)), 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}

/** `45 s`, `8 min`, `23 h`. */
function formatWait(seconds: number): string {
  if (seconds <= 90) return `${seconds}\u00a0s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes}\u00a0min` : `${Math.ceil(minutes / 60)}\u00a0h`;
}
