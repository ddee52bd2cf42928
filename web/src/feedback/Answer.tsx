import { FEEDBACK_NOTE_MAX, type Wrong, wrongLabels, wrongs } from '@amasin/domain/feedback/answer.ts';
import type { OwnFeedback } from '@amasin/domain/feedback/feedback.ts';
import { Button, Checkbox, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useState } from 'react';
import { DateTime } from '../ui/text.tsx';
import { useFeedback, useGiveFeedback } from './api.ts';

/** « Tout va bien ? » about an order that was delivered, and what the customer has answered; nothing once it is too late. */
export function Answer({ orderId }: { orderId: string }) {
  const { data } = useFeedback(orderId);
  if (data === undefined || (data.answer === null && data.until === null)) return null;
  return <Asked key={data.answer?.answeredAt} orderId={orderId} feedback={data} />;
}

function Asked({ orderId, feedback: { answer, until } }: { orderId: string; feedback: OwnFeedback }) {
  const [step, setStep] = useState<'asked' | 'wrong' | 'answered'>(answer === null ? 'asked' : 'answered');
  const give = useGiveFeedback(orderId, () => setStep('answered'));
  return (
    <Stack gap="sm" component="section" aria-label="Après la livraison">
      <Title order={3}>Tout va bien ?</Title>
      {step === 'answered' && answer !== null ? (
        <Answered answer={answer} onChange={until === null ? null : () => setStep('asked')} />
      ) : (
        <>
          <Group gap="sm" grow>
            <Button
              loading={give.isPending && step === 'asked'}
              onClick={() => give.mutate({ wrongs: [], note: null })}
            >
              Oui
            </Button>
            <Button variant="default" aria-expanded={step === 'wrong'} onClick={() => setStep('wrong')}>
              Non
            </Button>
          </Group>
          {step === 'wrong' ? (
            <WrongForm answer={answer} isPending={give.isPending} onSend={give.mutate} />
          ) : null}
        </>
      )}
    </Stack>
  );
}

type Said = NonNullable<OwnFeedback['answer']>;

function Answered({ answer, onChange }: { answer: Said; onChange: (() => void) | null }) {
  return (
    <>
      <Text role="status">
        {answer.wrongs.length === 0
          ? 'Vous avez répondu que tout va bien. Merci.'
          : `Vous nous avez dit : ${answer.wrongs.map((wrong) => wrongLabels[wrong].toLowerCase()).join(', ')}.`}
      </Text>
      {answer.wrongs.length === 0 ? null : answer.handledAt === null ? (
        <Text c="dimmed">Un superviseur s’en occupe.</Text>
      ) : (
        <Text c="dimmed">
          <span>Un superviseur s’en est occupé :</span> <DateTime at={answer.handledAt} />
        </Text>
      )}
      {onChange === null ? null : (
        <Button variant="subtle" style={{ justifySelf: 'start', alignSelf: 'start' }} onClick={onChange}>
          Changer ma réponse
        </Button>
      )}
    </>
  );
}

type WrongFormProps = {
  answer: Said | null;
  isPending: boolean;
  onSend: (answer: { wrongs: Wrong[]; note: string | null }) => void;
};

function WrongForm({ answer, isPending, onSend }: WrongFormProps) {
  const [chosen, setChosen] = useState<readonly Wrong[]>(answer?.wrongs ?? []);
  const [note, setNote] = useState(answer?.note ?? '');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(chosen.length === 0);
        if (chosen.length > 0) onSend({ wrongs: [...chosen], note: note.trim() || null });
      }}
    >
      <Stack gap="sm">
        <Checkbox.Group
          label="Qu’est-ce qui n’allait pas ?"
          value={[...chosen]}
          error={isMissing && chosen.length === 0 ? 'Cochez au moins une réponse' : undefined}
          onChange={(values) => setChosen(wrongs.filter((wrong) => values.includes(wrong)))}
        >
          <Stack gap={8} mt={8}>
            {wrongs.map((wrong) => (
              <Checkbox key={wrong} value={wrong} label={wrongLabels[wrong]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea
          label="Précisions (facultatif)"
          rows={2}
          maxLength={FEEDBACK_NOTE_MAX}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Button type="submit" loading={isPending}>
          Envoyer
        </Button>
      </Stack>
    </form>
  );
}
